WITH scanned0 AS (
  SELECT toStartOfMonth(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich'))) AS k0, 1 AS v1, s.`amount` AS v3, toString(s.`customer`) AS v5, s.`score` AS v7, s.`quantity` AS v9
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND toString(s.`region`) <> '') AND (s.`created` >= toDateTime64({p1:String}, 6, 'UTC') AND s.`created` < toDateTime64({p2:String}, 6, 'UTC')))
),
buckets0 AS (
  SELECT k0, COUNT(v1) AS a1, sumOrNull(v3) AS a3, COUNT(DISTINCT v5) AS a5, quantileExactInclusiveOrNull(0.5)(toFloat64(v7)) AS a7, sumOrNull(toInt128(v9)) AS a9
  FROM scanned0
  GROUP BY k0
),
scanned1 AS (
  SELECT toStartOfMonth(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich'))) AS k0, 1 AS v0, s.`amount` AS v2, toString(s.`customer`) AS v4, s.`score` AS v6, s.`quantity` AS v8
  FROM `orders` AS s
  WHERE ((s.`created` >= toDateTime64({p3:String}, 6, 'UTC') AND s.`created` < toDateTime64({p4:String}, 6, 'UTC')) AND (s.`region` IS NOT NULL AND toString(s.`region`) <> ''))
),
buckets1 AS (
  SELECT k0, COUNT(v0) AS a0, sumOrNull(v2) AS a2, COUNT(DISTINCT v4) AS a4, quantileExactInclusiveOrNull(0.5)(toFloat64(v6)) AS a6, sumOrNull(toInt128(v8)) AS a8
  FROM scanned1
  GROUP BY k0
),
base AS (
  SELECT addMonths(g.k0, 6) AS k0, NULL AS v0, g.a1 AS v1, NULL AS v2, g.a3 AS v3, NULL AS v4, g.a5 AS v5, NULL AS v6, g.a7 AS v7, NULL AS v8, g.a9 AS v9
  FROM buckets0 AS g
  UNION ALL
  SELECT g.k0 AS k0, g.a0 AS v0, NULL AS v1, g.a2 AS v2, NULL AS v3, g.a4 AS v4, NULL AS v5, g.a6 AS v6, NULL AS v7, g.a8 AS v8, NULL AS v9
  FROM buckets1 AS g
)
SELECT k0 AS d0, COALESCE(sumOrNull(toInt128(v0)), 0) AS m0, sumOrNull(v2) AS m1, COALESCE(maxOrNull(v4), 0) AS m2, maxOrNull(v6) AS m3, (toFloat64(sumOrNull(v2)) / nullIf(toFloat64(sumOrNull(toInt128(v8))), 0)) AS m4, COALESCE(sumOrNull(toInt128(v1)), 0) AS p0, sumOrNull(v3) AS p1, COALESCE(maxOrNull(v5), 0) AS p2, maxOrNull(v7) AS p3, (toFloat64(sumOrNull(v3)) / nullIf(toFloat64(sumOrNull(toInt128(v9))), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2024-12-31 23:00:00"
-- 2 filter: "2025-06-30 22:00:00"
-- 3 filter: "2025-06-30 22:00:00"
-- 4 filter: "2025-12-31 23:00:00"

WITH base AS (
  SELECT NULL AS v0, 1 AS v1, NULL AS v2, s.`amount` AS v3, NULL AS v4, toString(s.`customer`) AS v5, NULL AS v6, s.`score` AS v7, NULL AS v8, s.`quantity` AS v9
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND toString(s.`region`) <> '') AND (s.`created` >= toDateTime64({p1:String}, 6, 'UTC') AND s.`created` < toDateTime64({p2:String}, 6, 'UTC')))
  UNION ALL
  SELECT 1 AS v0, NULL AS v1, s.`amount` AS v2, NULL AS v3, toString(s.`customer`) AS v4, NULL AS v5, s.`score` AS v6, NULL AS v7, s.`quantity` AS v8, NULL AS v9
  FROM `orders` AS s
  WHERE ((s.`created` >= toDateTime64({p3:String}, 6, 'UTC') AND s.`created` < toDateTime64({p4:String}, 6, 'UTC')) AND (s.`region` IS NOT NULL AND toString(s.`region`) <> ''))
)
SELECT COUNT(v0) AS m0, sumOrNull(v2) AS m1, COUNT(DISTINCT v4) AS m2, quantileExactInclusiveOrNull(0.5)(toFloat64(v6)) AS m3, (toFloat64(sumOrNull(v2)) / nullIf(toFloat64(sumOrNull(toInt128(v8))), 0)) AS m4, COUNT(v1) AS p0, sumOrNull(v3) AS p1, COUNT(DISTINCT v5) AS p2, quantileExactInclusiveOrNull(0.5)(toFloat64(v7)) AS p3, (toFloat64(sumOrNull(v3)) / nullIf(toFloat64(sumOrNull(toInt128(v9))), 0)) AS p4
FROM base
LIMIT 2
-- 1 filter: "2024-12-31 23:00:00"
-- 2 filter: "2025-06-30 22:00:00"
-- 3 filter: "2025-06-30 22:00:00"
-- 4 filter: "2025-12-31 23:00:00"
