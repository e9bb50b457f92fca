WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0
  FROM `orders` AS s
  WHERE (s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))
    AND ((s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6)) AND DATE_ADD(CAST(DATE_FORMAT(DATE_SUB(s.`created`, INTERVAL 30 MINUTE), '%Y-%m-%d %H:00:00') AS DATETIME), INTERVAL 30 MINUTE) = CAST(? AS DATETIME(6))) AND (DATE_ADD(CAST(DATE_FORMAT(DATE_SUB(CONVERT_TZ(s.`local`, 'America/New_York', '+00:00'), INTERVAL 0 MINUTE), '%Y-%m-%d %H:00:00') AS DATETIME), INTERVAL 0 MINUTE) <> CAST(? AS DATETIME(6)) OR s.`local` IS NULL) AND ((s.`day` >= CAST(? AS DATE) AND s.`day` <= CAST(? AS DATE)) OR s.`day` IS NULL) AND (((s.`day` < CAST(? AS DATE) OR s.`day` > CAST(? AS DATE)) AND (s.`day` < CAST(? AS DATE) OR s.`day` > CAST(? AS DATE))) OR s.`day` IS NULL))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-10-25 00:30:00"
-- 4 filter: "2025-10-27 01:30:00"
-- 5 filter: "2025-10-26 00:30:00"
-- 6 filter: "2025-10-26 00:00:00"
-- 7 filter: "2025-10-01"
-- 8 filter: "2025-12-31"
-- 9 filter: "2025-10-01"
-- 10 filter: "2025-10-31"
-- 11 filter: "2025-12-01"
-- 12 filter: "2025-12-31"
