WITH base AS (
  SELECT CAST(CONVERT(s1.`name` USING utf8mb4) AS BINARY) AS k0, CAST(DATE_FORMAT(s1.`since`, '%Y-%m-01') AS DATE) AS k1, s.`amount` AS v0
  FROM `orders` AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) = CAST(CONVERT(s1.`name` USING utf8mb4) AS BINARY) AND s1.`least` < CAST(? AS SIGNED)
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s1.`since` >= CAST(? AS DATE) AND s1.`since` <= CAST(? AS DATE))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, k1 AS d1, SUM(v0) AS m0, COUNT(*) AS m1
FROM base
GROUP BY k0, k1
ORDER BY k1 IS NULL, k1 ASC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
-- 8 filter: "2025-01-01"
-- 9 filter: "2025-01-20"

WITH base AS (
  SELECT s.`amount` AS v0
  FROM `orders` AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) = CAST(CONVERT(s1.`name` USING utf8mb4) AS BINARY) AND s1.`least` < CAST(? AS SIGNED)
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s1.`since` >= CAST(? AS DATE) AND s1.`since` <= CAST(? AS DATE))
)
SELECT SUM(v0) AS m0, COUNT(*) AS m1
FROM base
LIMIT 2
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
-- 8 filter: "2025-01-01"
-- 9 filter: "2025-01-20"
