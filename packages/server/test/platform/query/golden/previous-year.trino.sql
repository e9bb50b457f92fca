WITH base AS (
  SELECT date_trunc('quarter', s."day") AS k0, 1 AS v0, NULL AS v1
  FROM "orders" AS s
  WHERE (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
  UNION ALL
  SELECT date_trunc('quarter', date_add('month', 12, s."day")) AS k0, NULL AS v0, 1 AS v1
  FROM "orders" AS s
  WHERE (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
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
