WITH base AS (
  SELECT s.`amount` AS v0, s.`quantity` AS v1, s.`score` AS v2, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v3, CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS v4, s.`day` AS v5
  FROM `orders` AS s
)
SELECT SUM(v0) AS m0, SUM(v1) AS m1, COUNT(*) AS m2, COUNT(v2) AS m3, COUNT(DISTINCT v3) AS m4, COUNT(DISTINCT v4) AS m5, AVG(CAST(v2 AS DOUBLE)) AS m6, SUM(CASE r2 WHEN FLOOR(0.5 * (n2 - 1)) + 1 THEN CAST(v2 AS DOUBLE) * (1 - (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1)))) WHEN FLOOR(0.5 * (n2 - 1)) + 2 THEN CAST(v2 AS DOUBLE) * (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1))) END) AS m7, MIN(v5) AS m8, CONVERT(MAX(v3) USING utf8mb4) AS m9, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v1) AS DOUBLE), 0)) AS m10, (CAST((SUM(v0) - (2 * SUM(v1))) AS DOUBLE) / NULLIF(CAST(AVG(CAST(v2 AS DOUBLE)) AS DOUBLE), 0)) AS m11
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY v2 IS NULL, v2) AS r2, COUNT(v2) OVER () AS n2 FROM base) AS numbered
LIMIT 1001
