WITH base AS (
  SELECT 1 AS present
  FROM `orders` AS s
  WHERE (s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))
)
SELECT COUNT(*) AS m0
FROM base
LIMIT 1001
-- 1 attributes.region: "EU' OR '1'='1"
-- 2 attributes.region: "EU' OR '1'='1"
