WITH base AS (
  SELECT CAST(s."created" AS timestamptz) AS k0, CAST(s."local" AS timestamp) AT TIME ZONE 'America/New_York' AS k1, s."day" AS k2
  FROM "orders" AS s
)
SELECT k0 AS d0, k1 AS d1, k2 AS d2, COUNT(*) AS m0
FROM base
GROUP BY k0, k1, k2
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST, k2 ASC NULLS LAST
LIMIT 6
