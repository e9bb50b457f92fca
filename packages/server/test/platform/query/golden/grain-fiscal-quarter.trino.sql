WITH base AS (
  SELECT date_add('month', 3, date_trunc('quarter', date_add('month', -3, CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date)))) AS k0, s."amount" AS v0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0, SUM(v0) AS m1
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
