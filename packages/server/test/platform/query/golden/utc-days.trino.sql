WITH base AS (
  SELECT CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'UTC') AS date) AS k0, date_trunc('month', CAST(at_timezone(with_timezone(CAST(s."local" AS timestamp(6)), 'America/New_York'), 'UTC') AS date)) AS k1
  FROM "orders" AS s
)
SELECT k0 AS d0, k1 AS d1, COUNT(*) AS m0
FROM base
GROUP BY k0, k1
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
