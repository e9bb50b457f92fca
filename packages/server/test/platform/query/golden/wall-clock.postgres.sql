WITH base AS (
  SELECT CAST(CAST(s."local" AS timestamp) AT TIME ZONE 'America/New_York' AT TIME ZONE 'Europe/Zurich' AS date) AS k0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
