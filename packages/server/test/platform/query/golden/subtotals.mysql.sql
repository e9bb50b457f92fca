WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, s.`active` AS k1, DATE_ADD(MAKEDATE(YEAR(s.`day`), 1), INTERVAL QUARTER(s.`day`) - 1 QUARTER) AS k2, s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, k1 AS d1, k2 AS d2, SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS DOUBLE)) AS m2, SUM(CASE r2 WHEN FLOOR(0.5 * (n2 - 1)) + 1 THEN CAST(v2 AS DOUBLE) * (1 - (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1)))) WHEN FLOOR(0.5 * (n2 - 1)) + 2 THEN CAST(v2 AS DOUBLE) * (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1))) END) AS m3, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v3) AS DOUBLE), 0)) AS m4
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0, k1, k2 ORDER BY v2 IS NULL, v2) AS r2, COUNT(v2) OVER (PARTITION BY k0, k1, k2) AS n2 FROM base) AS numbered
GROUP BY k0, k1, k2
ORDER BY SUM(v0) DESC, k2 DESC, k0 IS NULL, k0 ASC, k1 IS NULL, k1 ASC
LIMIT 1001

WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, DATE_ADD(MAKEDATE(YEAR(s.`day`), 1), INTERVAL QUARTER(s.`day`) - 1 QUARTER) AS k1, s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, k1 AS d1, SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS DOUBLE)) AS m2, SUM(CASE r2 WHEN FLOOR(0.5 * (n2 - 1)) + 1 THEN CAST(v2 AS DOUBLE) * (1 - (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1)))) WHEN FLOOR(0.5 * (n2 - 1)) + 2 THEN CAST(v2 AS DOUBLE) * (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1))) END) AS m3, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v3) AS DOUBLE), 0)) AS m4
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0, k1 ORDER BY v2 IS NULL, v2) AS r2, COUNT(v2) OVER (PARTITION BY k0, k1) AS n2 FROM base) AS numbered
GROUP BY k0, k1
ORDER BY SUM(v0) DESC, k1 DESC, k0 IS NULL, k0 ASC
LIMIT 1001

WITH base AS (
  SELECT s.`active` AS k0, DATE_ADD(MAKEDATE(YEAR(s.`day`), 1), INTERVAL QUARTER(s.`day`) - 1 QUARTER) AS k1, s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT k0 AS d0, k1 AS d1, SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS DOUBLE)) AS m2, SUM(CASE r2 WHEN FLOOR(0.5 * (n2 - 1)) + 1 THEN CAST(v2 AS DOUBLE) * (1 - (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1)))) WHEN FLOOR(0.5 * (n2 - 1)) + 2 THEN CAST(v2 AS DOUBLE) * (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1))) END) AS m3, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v3) AS DOUBLE), 0)) AS m4
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0, k1 ORDER BY v2 IS NULL, v2) AS r2, COUNT(v2) OVER (PARTITION BY k0, k1) AS n2 FROM base) AS numbered
GROUP BY k0, k1
ORDER BY SUM(v0) DESC, k1 DESC, k0 IS NULL, k0 ASC
LIMIT 1001

WITH base AS (
  SELECT s.`active` AS k0, s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT k0 AS d0, SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS DOUBLE)) AS m2, SUM(CASE r2 WHEN FLOOR(0.5 * (n2 - 1)) + 1 THEN CAST(v2 AS DOUBLE) * (1 - (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1)))) WHEN FLOOR(0.5 * (n2 - 1)) + 2 THEN CAST(v2 AS DOUBLE) * (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1))) END) AS m3, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v3) AS DOUBLE), 0)) AS m4
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY v2 IS NULL, v2) AS r2, COUNT(v2) OVER (PARTITION BY k0) AS n2 FROM base) AS numbered
GROUP BY k0
ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
LIMIT 1001

WITH base AS (
  SELECT s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS DOUBLE)) AS m2, SUM(CASE r2 WHEN FLOOR(0.5 * (n2 - 1)) + 1 THEN CAST(v2 AS DOUBLE) * (1 - (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1)))) WHEN FLOOR(0.5 * (n2 - 1)) + 2 THEN CAST(v2 AS DOUBLE) * (0.5 * (n2 - 1) - FLOOR(0.5 * (n2 - 1))) END) AS m3, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v3) AS DOUBLE), 0)) AS m4
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY v2 IS NULL, v2) AS r2, COUNT(v2) OVER () AS n2 FROM base) AS numbered
LIMIT 2
