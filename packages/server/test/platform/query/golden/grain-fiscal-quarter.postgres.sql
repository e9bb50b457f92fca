WITH base AS (
  SELECT CAST(CAST(date_trunc('quarter', CAST(CAST(CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) + INTERVAL '-3 months' AS date) AS timestamp)) AS date) + INTERVAL '3 months' AS date) AS k0, s."amount" AS v0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0, SUM(v0) AS m1
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
