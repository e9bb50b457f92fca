WITH base AS (
  SELECT addMinutes(toStartOfHour(subtractMinutes(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'UTC'), 30)), 30) AS k0
  FROM `orders` AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
