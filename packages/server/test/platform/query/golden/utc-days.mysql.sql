WITH base AS (
  SELECT DATE(s.`created`) AS k0, CAST(DATE_FORMAT(DATE(CONVERT_TZ(s.`local`, 'America/New_York', '+00:00')), '%Y-%m-01') AS DATE) AS k1
  FROM `orders` AS s
)
SELECT k0 AS d0, k1 AS d1, COUNT(*) AS m0
FROM base
GROUP BY k0, k1
ORDER BY k0 IS NULL, k0 ASC, k1 IS NULL, k1 ASC
LIMIT 1001
