WITH base AS (
  SELECT CAST(s."created" AS timestamp(6) with time zone) AS k0, with_timezone(CAST(s."local" AS timestamp(6)), 'America/New_York') AS k1, s."day" AS k2
  FROM "orders" AS s
)
SELECT k0 AS d0, k1 AS d1, k2 AS d2, COUNT(*) AS m0
FROM base
GROUP BY k0, k1, k2
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST, k2 ASC NULLS LAST
LIMIT 6
