WITH base AS (
  SELECT CAST(date_trunc('year', CAST(CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS timestamp)) AS date) AS k0, s."amount" AS v0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0, SUM(v0) AS m1
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
