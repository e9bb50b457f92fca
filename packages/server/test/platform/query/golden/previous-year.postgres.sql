WITH base AS (
  SELECT CAST(date_trunc('quarter', CAST(s."day" AS timestamp)) AS date) AS k0, 0 AS period
  FROM "orders" AS s
  WHERE (s."day" >= CAST($1 AS date) AND s."day" < CAST($2 AS date))
  UNION ALL
  SELECT CAST(date_trunc('quarter', CAST(CAST(s."day" + INTERVAL '12 months' AS date) AS timestamp)) AS date) AS k0, 1 AS period
  FROM "orders" AS s
  WHERE (s."day" >= CAST($3 AS date) AND s."day" < CAST($4 AS date))
)
SELECT k0 AS d0, COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-06-01"
-- 2 filter: "2026-08-01"
-- 3 filter: "2024-06-01"
-- 4 filter: "2025-08-01"
