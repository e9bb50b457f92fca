WITH base AS (
  SELECT DATE_SUB(s.`since`, INTERVAL (WEEKDAY(s.`since`) + 7) % 7 DAY) AS k0, 1 AS v0, NULL AS v1, NULL AS v2
  FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s
  WHERE s.`least` < CAST(? AS SIGNED)
  UNION ALL
  SELECT DATE_SUB(s.`since`, INTERVAL (WEEKDAY(s.`since`) + 7) % 7 DAY) AS k0, NULL AS v0, s1.`amount` AS v1, CAST(CONVERT(s1.`region` USING utf8mb4) AS BINARY) AS v2
  FROM `orders` AS s1
  JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s ON CAST(CONVERT(s.`name` USING utf8mb4) AS BINARY) = CAST(CONVERT(s1.`customer` USING utf8mb4) AS BINARY) AND s.`least` < CAST(? AS SIGNED)
  WHERE (s1.`region` IN (?, ?, ?) AND CAST(CONVERT(s1.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
),
measured AS (
  SELECT k0, COUNT(v0) AS m0, SUM(v1) AS m1, COUNT(DISTINCT v2) AS m2, SUM(v1) AS h0
  FROM base
  GROUP BY k0
)
SELECT k0 AS d0, m0, m1, m2
FROM measured
WHERE h0 > CAST(? AS SIGNED)
ORDER BY k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.floor: "10"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 filter: "1"

WITH base AS (
  SELECT 1 AS v0, NULL AS v1, NULL AS v2
  FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s
  WHERE s.`least` < CAST(? AS SIGNED)
  UNION ALL
  SELECT NULL AS v0, s1.`amount` AS v1, CAST(CONVERT(s1.`region` USING utf8mb4) AS BINARY) AS v2
  FROM `orders` AS s1
  JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s ON CAST(CONVERT(s.`name` USING utf8mb4) AS BINARY) = CAST(CONVERT(s1.`customer` USING utf8mb4) AS BINARY) AND s.`least` < CAST(? AS SIGNED)
  WHERE (s1.`region` IN (?, ?, ?) AND CAST(CONVERT(s1.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
)
SELECT COUNT(v0) AS m0, SUM(v1) AS m1, COUNT(DISTINCT v2) AS m2
FROM base
LIMIT 2
-- 1 attributes.floor: "10"
-- 2 attributes.floor: "10"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
