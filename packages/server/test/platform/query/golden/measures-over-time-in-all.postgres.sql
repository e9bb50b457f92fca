WITH base AS (
  SELECT CASE WHEN (s."day" >= CAST($1 AS date) AND s."day" < CAST($2 AS date)) THEN s."amount" END AS v0, CASE WHEN (s."day" >= CAST($3 AS date) AND s."day" < CAST($4 AS date)) THEN s."amount" END AS v1, CASE WHEN (s."day" >= CAST($5 AS date) AND s."day" < CAST($6 AS date)) THEN s."amount" END AS v2, CASE WHEN (s."day" >= CAST($7 AS date) AND s."day" < CAST($8 AS date)) THEN s."quantity" END AS v3, CASE WHEN (s."day" >= CAST($9 AS date) AND s."day" < CAST($10 AS date)) THEN s."quantity" END AS v4
  FROM "orders" AS s
  WHERE ((s."day" >= CAST($11 AS date) AND s."day" < CAST($12 AS date)) OR (s."day" >= CAST($13 AS date) AND s."day" < CAST($14 AS date)) OR (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date)) OR (s."day" >= CAST($17 AS date) AND s."day" < CAST($18 AS date)))
)
SELECT SUM(v0) AS m0, SUM(v1) AS m1, CASE WHEN SUM(v1) IS NOT NULL OR SUM(v2) IS NOT NULL THEN (COALESCE(SUM(v1), 0) - COALESCE(SUM(v2), 0)) END AS m2, (CAST((COALESCE(SUM(v3), 0) - SUM(v4)) AS double precision) / NULLIF(CAST(ABS(SUM(v4)) AS double precision), 0)) AS m3
FROM base
LIMIT 1001
-- 1 filter: "2025-05-10"
-- 2 filter: "2026-03-21"
-- 3 filter: "2026-01-01"
-- 4 filter: "2026-03-21"
-- 5 filter: "2025-10-01"
-- 6 filter: "2025-12-21"
-- 7 filter: "2025-05-10"
-- 8 filter: "2026-03-21"
-- 9 filter: "2024-05-10"
-- 10 filter: "2025-03-21"
-- 11 filter: "2025-05-10"
-- 12 filter: "2026-03-21"
-- 13 filter: "2026-01-01"
-- 14 filter: "2026-03-21"
-- 15 filter: "2025-10-01"
-- 16 filter: "2025-12-21"
-- 17 filter: "2024-05-10"
-- 18 filter: "2025-03-21"
