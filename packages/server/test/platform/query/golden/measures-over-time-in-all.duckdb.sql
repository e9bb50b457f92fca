WITH base AS (
  SELECT NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, s."quantity" AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($1 AS DATE) AND s."day" < CAST($2 AS DATE))
  UNION ALL
  SELECT s."amount" AS v0, CASE WHEN s."day" >= CAST($3 AS DATE) THEN s."amount" END AS v1, CASE WHEN (s."day" >= CAST($4 AS DATE) AND s."day" < CAST($5 AS DATE)) THEN s."amount" END AS v2, s."quantity" AS v3, NULL AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($6 AS DATE) AND s."day" < CAST($7 AS DATE))
)
SELECT SUM(v0) AS m0, SUM(v1) AS m1, CASE WHEN SUM(v1) IS NOT NULL OR SUM(v2) IS NOT NULL THEN (COALESCE(SUM(v1), 0) - COALESCE(SUM(v2), 0)) END AS m2, (CAST((COALESCE(SUM(v3), 0) - SUM(v4)) AS DOUBLE) / NULLIF(CAST(ABS(SUM(v4)) AS DOUBLE), 0)) AS m3
FROM base
LIMIT 1001
-- 1 filter: "2024-05-10"
-- 2 filter: "2025-03-21"
-- 3 filter: "2026-01-01"
-- 4 filter: "2025-10-01"
-- 5 filter: "2025-12-21"
-- 6 filter: "2025-05-10"
-- 7 filter: "2026-03-21"
