WITH base AS (
  SELECT DATE(CONVERT_TZ(s.`local`, 'America/New_York', 'Europe/Zurich')) AS k0
  FROM `orders` AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 IS NULL, k0 ASC
LIMIT 1001
