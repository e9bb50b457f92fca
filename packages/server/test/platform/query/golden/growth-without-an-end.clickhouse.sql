WITH base AS (
  SELECT subtractDays(s.`day`, (toDayOfWeek(s.`day`) + 6) % 7) AS k0, s.`quantity` AS v0, NULL AS v1, 1 AS v2
  FROM `orders` AS s
  UNION ALL
  SELECT subtractDays(addDays(s.`day`, 5), (toDayOfWeek(addDays(s.`day`, 5)) + 6) % 7) AS k0, NULL AS v0, s.`quantity` AS v1, NULL AS v2
  FROM `orders` AS s
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base GROUP BY k0
  ORDER BY (toFloat64((COALESCE(sumOrNull(toInt128(v0)), 0) - sumOrNull(toInt128(v1)))) / nullIf(toFloat64(ABS(sumOrNull(toInt128(v1)))), 0)) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 20
),
ranked AS (
  SELECT b.k0 AS k0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2
  FROM base AS b
  JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key),
grouped AS (
  SELECT k0, COUNT(v2) AS a0, sumOrNull(toInt128(v0)) AS a1, sumOrNull(toInt128(v1)) AS a2
  FROM ranked
  GROUP BY k0
),
window1 AS (
  SELECT g.*, CASE WHEN a1 IS NOT NULL THEN RANK() OVER (ORDER BY CASE WHEN a1 IS NOT NULL THEN a1 END DESC NULLS LAST) END AS w0
  FROM grouped AS g
  WHERE (a0 > 0)
),
measured AS (
  SELECT k0, (toFloat64((COALESCE(a1, 0) - a2)) / nullIf(toFloat64(ABS(a2)), 0)) AS m0, w0 AS m1
  FROM window1
)
SELECT k0 AS d0, m0, m1
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
