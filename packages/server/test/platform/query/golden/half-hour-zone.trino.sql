WITH base AS (
  SELECT date_add('minute', 30, date_trunc('hour', date_add('minute', -30, at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'UTC')))) AS k0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
