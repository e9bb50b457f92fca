WITH base AS (
  SELECT CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'UTC' AS date) AS k0, CAST(date_trunc('month', CAST(CAST(CAST(s."local" AS timestamp) AT TIME ZONE 'America/New_York' AT TIME ZONE 'UTC' AS date) AS timestamp)) AS date) AS k1
  FROM "orders" AS s
)
SELECT k0 AS d0, k1 AS d1, COUNT(*) AS m0
FROM base
GROUP BY k0, k1
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
