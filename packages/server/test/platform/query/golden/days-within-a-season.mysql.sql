WITH base AS (
  SELECT DATE(DATE_ADD(s.`created`, INTERVAL 120 MINUTE)) AS k0
  FROM `orders` AS s
  WHERE (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6)))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 filter: "2025-05-31 22:00:00"
-- 2 filter: "2025-07-31 22:00:00"
