WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, s.`amount` AS v0, s.`score` AS v1
  FROM `orders` AS s
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base GROUP BY k0
  ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
  LIMIT 4
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 <=> t0.top_key)
SELECT CONVERT(k0 USING utf8mb4) AS d0, o0, SUM(v0) AS m0, SUM(CASE r1 WHEN FLOOR(0.5 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1)))) WHEN FLOOR(0.5 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1))) END) AS m1
FROM (SELECT ranked.*, ROW_NUMBER() OVER (PARTITION BY k0, o0 ORDER BY v1 IS NULL, v1) AS r1, COUNT(v1) OVER (PARTITION BY k0, o0) AS n1 FROM ranked) AS numbered
GROUP BY k0, o0
ORDER BY o0 ASC, SUM(v0) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
