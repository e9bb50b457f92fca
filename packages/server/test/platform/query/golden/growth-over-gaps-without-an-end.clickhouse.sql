WITH scanned0 AS (
  SELECT toStartOfMonth(s.`day`) AS k0, s.`quantity` AS v0, s.`quantity` AS v1, s.`amount` AS v2, 1 AS v3
  FROM `orders` AS s
),
buckets0 AS (
  SELECT k0, sumOrNull(toInt128(v0)) AS a0, sumOrNull(toInt128(v1)) AS a1, sumOrNull(v2) AS a2, COUNT(v3) AS a3
  FROM scanned0
  GROUP BY k0
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN addMonths(g.k0, 12) ELSE g.k0 END AS k0, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 0 THEN g.a2 END AS v2, CASE WHEN p.part = 0 THEN g.a3 END AS v3
  FROM buckets0 AS g
  CROSS JOIN (SELECT 0 AS part UNION ALL SELECT 1) AS p
),
grouped AS (
  SELECT k0, COALESCE(sumOrNull(toInt128(v3)), 0) AS a0, sumOrNull(toInt128(v0)) AS a1, sumOrNull(toInt128(v1)) AS a2, sumOrNull(v2) AS a3
  FROM base
  GROUP BY k0
),
padded AS (
  SELECT k0, maxOrNull(a0) AS a0, maxOrNull(a1) AS a1, maxOrNull(a2) AS a2, maxOrNull(a3) AS a3, MIN(gap) AS gap
  FROM (
    SELECT k0, a0, a1, a2, a3, 0 AS gap FROM grouped
    UNION ALL
    SELECT addMonths(g.k0, n.n), 0, NULL, NULL, NULL, 1
    FROM grouped AS g CROSS JOIN (SELECT 1 AS n UNION ALL SELECT 2) AS n WHERE addMonths(g.k0, n.n) <= (SELECT MAX(k0) FROM grouped WHERE a0 > 0)
  ) AS filled
  GROUP BY k0
),
window0 AS (
  SELECT g.*, sumOrNull(a3) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY toInt32(toYear(k0) * 12 + toMonth(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w0, sumOrNull(toInt128(a1)) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY toInt32(toYear(k0) * 12 + toMonth(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w1
  FROM padded AS g
),
measured AS (
  SELECT k0, gap, (toFloat64((COALESCE(a1, 0) - a2)) / nullIf(toFloat64(ABS(a2)), 0)) AS m0, (toFloat64((toFloat64(w0) / nullIf(toFloat64(3), 0))) / nullIf(toFloat64((toFloat64(w1) / nullIf(toFloat64(3), 0))), 0)) AS m1
  FROM window0
  WHERE (a0 > 0 OR k0 <= (SELECT MAX(k0) FROM grouped WHERE a0 > 0))
)
SELECT k0 AS d0, gap, m0, m1
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
