WITH base AS (
  SELECT DATE_SUB(DATE(CONVERT_TZ(s.`created`, '+00:00', 'Europe/Zurich')), INTERVAL DAYOFMONTH(DATE(CONVERT_TZ(s.`created`, '+00:00', 'Europe/Zurich'))) - 1 DAY) AS k0, s.`amount` AS v0
  FROM `orders` AS s
)
SELECT k0 AS d0, COUNT(*) AS m0, SUM(v0) AS m1
FROM base
GROUP BY k0
ORDER BY k0 IS NULL, k0 ASC
LIMIT 1001
