WITH base AS (
  SELECT toDate32(toTimeZone(toTimeZone(toDateTime64(toString(toTimeZone(s.`local`, 'UTC')), 6, 'America/New_York'), 'UTC'), 'Europe/Zurich')) AS k0
  FROM `orders` AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
