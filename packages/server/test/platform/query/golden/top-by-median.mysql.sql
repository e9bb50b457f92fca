WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, s.`score` AS v0
  FROM `orders` AS s
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY v0 IS NULL, v0) AS r0, COUNT(v0) OVER (PARTITION BY k0) AS n0 FROM base) AS numbered GROUP BY k0
  ORDER BY SUM(CASE r0 WHEN FLOOR(0.5 * (n0 - 1)) + 1 THEN CAST(v0 AS DOUBLE) * (1 - (0.5 * (n0 - 1) - FLOOR(0.5 * (n0 - 1)))) WHEN FLOOR(0.5 * (n0 - 1)) + 2 THEN CAST(v0 AS DOUBLE) * (0.5 * (n0 - 1) - FLOOR(0.5 * (n0 - 1))) END) DESC, k0 IS NULL, k0 ASC
  LIMIT 3
),
ranked AS (
  SELECT b.k0 AS k0, b.v0 AS v0
  FROM base AS b
  JOIN top0 AS t0 ON b.k0 <=> t0.top_key)
SELECT CONVERT(k0 USING utf8mb4) AS d0, COUNT(*) AS m0
FROM ranked
GROUP BY k0
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
