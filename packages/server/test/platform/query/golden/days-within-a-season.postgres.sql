WITH base AS (
  SELECT CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS k0
  FROM "orders" AS s
  WHERE (s."created" >= CAST($1 AS timestamptz) AND s."created" < CAST($2 AS timestamptz))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-31T22:00:00Z"
-- 2 filter: "2025-07-31T22:00:00Z"
