WITH base AS (
  SELECT CASE WHEN s.`day` >= CAST(? AS DATE) THEN 1 END AS v0, CASE WHEN s.`day` < CAST(? AS DATE) THEN 1 END AS v1, CASE WHEN s.`day` >= CAST(? AS DATE) THEN s.`amount` END AS v2, CASE WHEN s.`day` < CAST(? AS DATE) THEN s.`amount` END AS v3
  FROM `orders` AS s
  WHERE (s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(v1) AS p0, SUM(v3) AS p1
FROM base
LIMIT 1001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-05-10"
-- 3 filter: "2025-05-10"
-- 4 filter: "2025-05-10"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
-- 7 filter: "2025-01-27"
-- 8 filter: "2025-08-21"
