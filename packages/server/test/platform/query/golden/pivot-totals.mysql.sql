WITH base AS (
  SELECT DATE_ADD(MAKEDATE(YEAR(s.`day`), 1), INTERVAL QUARTER(s.`day`) - 1 QUARTER) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, s.`quantity` AS v0, s.`score` AS v1
  FROM `orders` AS s
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base GROUP BY k1
  ORDER BY SUM(v0) DESC, k1 IS NULL, k1 ASC
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 <=> t0.top_key)
SELECT k0 AS d0, CONVERT(k1 USING utf8mb4) AS d1, o0, SUM(v0) AS m0, AVG(CAST(v1 AS DOUBLE)) AS m1
FROM ranked
GROUP BY k0, k1, o0
ORDER BY k0 IS NULL, k0 ASC, o0 ASC, k1 IS NULL, k1 ASC
LIMIT 13

WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0, s.`score` AS v1
  FROM `orders` AS s
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base GROUP BY k0
  ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
  LIMIT 2
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 <=> t0.top_key)
SELECT CONVERT(k0 USING utf8mb4) AS d0, o0, SUM(v0) AS m0, AVG(CAST(v1 AS DOUBLE)) AS m1
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, k0 IS NULL, k0 ASC
LIMIT 4
