WITH base AS (
  SELECT toDate32(toTimeZone(s.`local`, 'UTC')) AS k0
  FROM `orders` AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
