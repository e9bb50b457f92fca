WITH base AS (
  SELECT toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'UTC')) AS k0, toStartOfMonth(toDate32(toTimeZone(toTimeZone(toDateTime64(toString(toTimeZone(s.`local`, 'UTC')), 6, 'America/New_York'), 'UTC'), 'UTC'))) AS k1
  FROM `orders` AS s
)
SELECT k0 AS d0, k1 AS d1, COUNT(*) AS m0
FROM base
GROUP BY k0, k1
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
