WITH base AS (
  SELECT CAST(at_timezone(with_timezone(CAST(s."local" AS timestamp(6)), 'America/New_York'), 'Europe/Zurich') AS date) AS k0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
