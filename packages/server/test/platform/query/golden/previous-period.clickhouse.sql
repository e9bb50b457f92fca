WITH base AS (
  SELECT toStartOfMonth(toDate(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich'))) AS k0, s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3, 0 AS period
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND toString(s.`region`) <> '') AND (s.`created` >= toDateTime64({p1:String}, 6, 'UTC') AND s.`created` < toDateTime64({p2:String}, 6, 'UTC')))
  UNION ALL
  SELECT toStartOfMonth(addMonths(toDate(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')), 6)) AS k0, s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3, 1 AS period
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND toString(s.`region`) <> '') AND (s.`created` >= toDateTime64({p3:String}, 6, 'UTC') AND s.`created` < toDateTime64({p4:String}, 6, 'UTC')))
)
SELECT k0 AS d0, COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, sumOrNull(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, quantileExactInclusiveOrNull(0.5)(toFloat64(CASE WHEN period = 0 THEN v2 END)) AS m3, (toFloat64(sumOrNull(CASE WHEN period = 0 THEN v0 END)) / nullIf(toFloat64(sumOrNull(toInt128(CASE WHEN period = 0 THEN v3 END))), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, sumOrNull(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, quantileExactInclusiveOrNull(0.5)(toFloat64(CASE WHEN period = 1 THEN v2 END)) AS p3, (toFloat64(sumOrNull(CASE WHEN period = 1 THEN v0 END)) / nullIf(toFloat64(sumOrNull(toInt128(CASE WHEN period = 1 THEN v3 END))), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-06-30 22:00:00"
-- 2 filter: "2025-12-31 23:00:00"
-- 3 filter: "2024-12-31 23:00:00"
-- 4 filter: "2025-06-30 22:00:00"

WITH base AS (
  SELECT s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3, 0 AS period
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND toString(s.`region`) <> '') AND (s.`created` >= toDateTime64({p1:String}, 6, 'UTC') AND s.`created` < toDateTime64({p2:String}, 6, 'UTC')))
  UNION ALL
  SELECT s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3, 1 AS period
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND toString(s.`region`) <> '') AND (s.`created` >= toDateTime64({p3:String}, 6, 'UTC') AND s.`created` < toDateTime64({p4:String}, 6, 'UTC')))
)
SELECT COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, sumOrNull(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, quantileExactInclusiveOrNull(0.5)(toFloat64(CASE WHEN period = 0 THEN v2 END)) AS m3, (toFloat64(sumOrNull(CASE WHEN period = 0 THEN v0 END)) / nullIf(toFloat64(sumOrNull(toInt128(CASE WHEN period = 0 THEN v3 END))), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, sumOrNull(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, quantileExactInclusiveOrNull(0.5)(toFloat64(CASE WHEN period = 1 THEN v2 END)) AS p3, (toFloat64(sumOrNull(CASE WHEN period = 1 THEN v0 END)) / nullIf(toFloat64(sumOrNull(toInt128(CASE WHEN period = 1 THEN v3 END))), 0)) AS p4
FROM base
LIMIT 2
-- 1 filter: "2025-06-30 22:00:00"
-- 2 filter: "2025-12-31 23:00:00"
-- 3 filter: "2024-12-31 23:00:00"
-- 4 filter: "2025-06-30 22:00:00"
