WITH base AS (
  SELECT s.`created` AS k0, CONVERT_TZ(s.`local`, 'America/New_York', '+00:00') AS k1, s.`day` AS k2
  FROM `orders` AS s
)
SELECT k0 AS d0, k1 AS d1, k2 AS d2, COUNT(*) AS m0
FROM base
GROUP BY k0, k1, k2
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC, k1 IS NULL, k1 ASC, k2 IS NULL, k2 ASC
LIMIT 6
