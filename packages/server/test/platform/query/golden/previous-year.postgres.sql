WITH base AS (
  SELECT CAST(date_trunc('quarter', CAST(s."day" AS timestamp)) AS date) AS k0, 1 AS v0, CAST(NULL AS bigint) AS v1
  FROM "orders" AS s
  WHERE (s."day" >= CAST($1 AS date) AND s."day" < CAST($2 AS date))
  UNION ALL
  SELECT CAST(date_trunc('quarter', CAST(CAST(s."day" + INTERVAL '12 months' AS date) AS timestamp)) AS date) AS k0, CAST(NULL AS bigint) AS v0, 1 AS v1
  FROM "orders" AS s
  WHERE (s."day" >= CAST($3 AS date) AND s."day" < CAST($4 AS date))
)
SELECT k0 AS d0, COUNT(v0) AS m0, COUNT(v1) AS p0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-06-01"
-- 2 filter: "2026-08-01"
-- 3 filter: "2024-06-01"
-- 4 filter: "2025-08-01"
