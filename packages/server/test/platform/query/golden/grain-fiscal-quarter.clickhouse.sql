WITH base AS (
  SELECT addMonths(toStartOfQuarter(addMonths(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')), -3)), 3) AS k0, s.`amount` AS v0
  FROM `orders` AS s
)
SELECT k0 AS d0, COUNT(*) AS m0, sumOrNull(v0) AS m1
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
