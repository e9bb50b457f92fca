WITH base AS (
  SELECT s.`id` AS k0
  FROM `orders` AS s
  WHERE (((s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY)) OR (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY))) OR LOCATE(CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY)) > 0 OR (CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> CAST(CONVERT(? USING utf8mb4) AS BINARY) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) NOT IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) > CAST(CONVERT(? USING utf8mb4) AS BINARY)) OR (s.`region` IN (?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY))) OR (s.`region` IS NULL OR CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = '')) AND s.`quantity` >= CAST(? AS SIGNED) AND s.`id` < CAST(? AS SIGNED) AND s.`id` NOT IN (CAST(? AS SIGNED), CAST(? AS SIGNED)) AND ((s.`amount` >= CAST(? AS DECIMAL(38, 10)) AND s.`amount` <= CAST(? AS DECIMAL(38, 10))) OR s.`score` = CAST(? AS DOUBLE)) AND (s.`active` = CAST(? AS SIGNED) OR s.`active` IS NULL) AND s.`day` > CAST(? AS DATE) AND s.`created` > CAST(? AS DATETIME(6)) AND s.`local` <= CAST(? AS DATETIME(6)))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 attributes.part: "0%"
-- 10 constant: "EU"
-- 11 constant: "eu"
-- 12 constant: "US"
-- 13 constant: "E"
-- 14 groups: "EU"
-- 15 groups: "US"
-- 16 groups: "EU"
-- 17 groups: "US"
-- 18 constant: "1"
-- 19 constant: "9007199254740993"
-- 20 constant: "5"
-- 21 constant: "6"
-- 22 attributes.floor: "10"
-- 23 attributes.ceiling: "90.5"
-- 24 constant: "0.125"
-- 25 attributes.active: "1"
-- 26 attributes.since: "2025-03-01"
-- 27 attributes.at: "2025-03-01 07:00:00"
-- 28 constant: "2026-05-31 20:00:00"
