WITH base AS (
  SELECT to_timestamp(floor((extract(epoch FROM CAST(s."created" AS timestamptz)) - 0) / 3600) * 3600 + 0) AS k0, s."amount" AS v0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0, SUM(v0) AS m1
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
