WITH base AS (
  SELECT DATE_ADD(MAKEDATE(YEAR(s.`day`), 1), INTERVAL QUARTER(s.`day`) - 1 QUARTER) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, s.`quantity` AS v0
  FROM `orders` AS s
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base GROUP BY k1
  ORDER BY SUM(v0) DESC, k1 IS NULL, k1 ASC
  LIMIT 3
),
ranked AS (
  SELECT b.k0 AS k0, b.k1 AS k1, b.v0 AS v0
  FROM base AS b
  JOIN top0 AS t0 ON b.k1 <=> t0.top_key)
SELECT k0 AS d0, CONVERT(k1 USING utf8mb4) AS d1, SUM(v0) AS m0, COUNT(*) AS m1
FROM ranked
GROUP BY k0, k1
ORDER BY k0 IS NULL, k0 ASC, k1 IS NULL, k1 ASC
LIMIT 17
