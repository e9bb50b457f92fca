WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, CASE WHEN (s.`quantity` > CAST(? AS SIGNED) AND ((s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY)) OR s.`active` = CAST(? AS SIGNED))) THEN s.`amount` END AS v0, s.`score` AS v1, CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS v2, s.`created` AS v3, s.`amount` AS v4, CAST(s.`score` AS DOUBLE) * CAST(s.`quantity` AS DOUBLE) AS v5, CASE WHEN s.`score` IS NOT NULL THEN s.`quantity` END AS v6
  FROM `orders` AS s
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, SUM(v0) AS m0, SUM(CASE r1 WHEN FLOOR(0.9 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.9 * (n1 - 1) - FLOOR(0.9 * (n1 - 1)))) WHEN FLOOR(0.9 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.9 * (n1 - 1) - FLOOR(0.9 * (n1 - 1))) END) AS m1, CONVERT(MIN(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) USING utf8mb4) AS m2, MIN(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (CAST(SUM(v5) AS DOUBLE) / NULLIF(CAST(SUM(v6) AS DOUBLE), 0)) AS m4, SUM(v4) AS m5, SUM(CASE r4 WHEN FLOOR(0.5 * (n4 - 1)) + 1 THEN CAST(v4 AS DOUBLE) * (1 - (0.5 * (n4 - 1) - FLOOR(0.5 * (n4 - 1)))) WHEN FLOOR(0.5 * (n4 - 1)) + 2 THEN CAST(v4 AS DOUBLE) * (0.5 * (n4 - 1) - FLOOR(0.5 * (n4 - 1))) END) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY v1 IS NULL, v1) AS r1, COUNT(v1) OVER (PARTITION BY k0) AS n1, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY v4 IS NULL, v4) AS r4, COUNT(v4) OVER (PARTITION BY k0) AS n4 FROM base) AS numbered
GROUP BY k0
ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "EU"
-- 4 filter: "1"

WITH base AS (
  SELECT CASE WHEN (s.`quantity` > CAST(? AS SIGNED) AND ((s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY)) OR s.`active` = CAST(? AS SIGNED))) THEN s.`amount` END AS v0, s.`score` AS v1, CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS v2, s.`created` AS v3, s.`amount` AS v4, CAST(s.`score` AS DOUBLE) * CAST(s.`quantity` AS DOUBLE) AS v5, CASE WHEN s.`score` IS NOT NULL THEN s.`quantity` END AS v6
  FROM `orders` AS s
)
SELECT SUM(v0) AS m0, SUM(CASE r1 WHEN FLOOR(0.9 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.9 * (n1 - 1) - FLOOR(0.9 * (n1 - 1)))) WHEN FLOOR(0.9 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.9 * (n1 - 1) - FLOOR(0.9 * (n1 - 1))) END) AS m1, CONVERT(MIN(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) USING utf8mb4) AS m2, MIN(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (CAST(SUM(v5) AS DOUBLE) / NULLIF(CAST(SUM(v6) AS DOUBLE), 0)) AS m4, SUM(v4) AS m5, SUM(CASE r4 WHEN FLOOR(0.5 * (n4 - 1)) + 1 THEN CAST(v4 AS DOUBLE) * (1 - (0.5 * (n4 - 1) - FLOOR(0.5 * (n4 - 1)))) WHEN FLOOR(0.5 * (n4 - 1)) + 2 THEN CAST(v4 AS DOUBLE) * (0.5 * (n4 - 1) - FLOOR(0.5 * (n4 - 1))) END) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY v1 IS NULL, v1) AS r1, COUNT(v1) OVER () AS n1, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3, ROW_NUMBER() OVER (ORDER BY v4 IS NULL, v4) AS r4, COUNT(v4) OVER () AS n4 FROM base) AS numbered
LIMIT 2
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "EU"
-- 4 filter: "1"
