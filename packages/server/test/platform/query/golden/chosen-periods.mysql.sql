WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0
  FROM `orders` AS s
  WHERE (s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))
    AND ((s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6)) AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6)))) AND ((CONVERT_TZ(s.`local`, 'America/New_York', '+00:00') < CAST(? AS DATETIME(6)) OR CONVERT_TZ(s.`local`, 'America/New_York', '+00:00') >= CAST(? AS DATETIME(6))) OR s.`local` IS NULL) AND ((s.`day` >= CAST(? AS DATE) AND s.`day` <= CAST(? AS DATE)) OR s.`day` IS NULL) AND (((s.`day` < CAST(? AS DATE) OR s.`day` > CAST(? AS DATE)) AND (s.`day` < CAST(? AS DATE) OR s.`day` > CAST(? AS DATE))) OR s.`day` IS NULL))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-10-27 11:30:00"
-- 4 filter: "2025-10-29 12:30:00"
-- 5 filter: "2025-10-28 11:30:00"
-- 6 filter: "2025-10-28 12:30:00.000"
-- 7 filter: "2025-10-26 00:00:00"
-- 8 filter: "2025-10-26 01:00:00.000"
-- 9 filter: "2025-10-01"
-- 10 filter: "2025-12-31"
-- 11 filter: "2025-11-01"
-- 12 filter: "2025-11-30"
-- 13 filter: "2025-12-01"
-- 14 filter: "2025-12-31"
