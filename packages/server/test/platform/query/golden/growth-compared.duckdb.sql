WITH scanned0 AS (
  SELECT CAST(date_trunc('quarter', s."day") AS DATE) AS k0, s."quantity" AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($1 AS DATE) AND s."day" < CAST($2 AS DATE))
),
buckets0 AS (
  SELECT k0, SUM(v4) AS a4
  FROM scanned0
  GROUP BY k0
),
scanned1 AS (
  SELECT CAST(date_trunc('quarter', s."day") AS DATE) AS k0, s."amount" AS v1, s."quantity" AS v3
  FROM "orders" AS s
  WHERE (s."day" >= CAST($3 AS DATE) AND s."day" < CAST($4 AS DATE))
),
buckets1 AS (
  SELECT k0, SUM(v1) AS a1, SUM(v3) AS a3
  FROM scanned1
  GROUP BY k0
),
scanned2 AS (
  SELECT CAST(date_trunc('quarter', s."day") AS DATE) AS k0, s."amount" AS v0, s."quantity" AS v2
  FROM "orders" AS s
  WHERE (s."day" >= CAST($5 AS DATE) AND s."day" <= CAST($6 AS DATE))
),
buckets2 AS (
  SELECT k0, SUM(v0) AS a0, SUM(v2) AS a2
  FROM scanned2
  GROUP BY k0
),
base AS (
  SELECT CAST(g.k0 + INTERVAL '24 months' AS DATE) AS k0, NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, g.a4 AS v4
  FROM buckets0 AS g
  UNION ALL
  SELECT CAST(g.k0 + INTERVAL '12 months' AS DATE) AS k0, NULL AS v0, g.a1 AS v1, NULL AS v2, g.a3 AS v3, NULL AS v4
  FROM buckets1 AS g
  UNION ALL
  SELECT g.k0 AS k0, g.a0 AS v0, NULL AS v1, g.a2 AS v2, NULL AS v3, NULL AS v4
  FROM buckets2 AS g
),
grouped AS (
  SELECT k0, SUM(v0) AS a0, SUM(v2) AS a1, SUM(v3) AS a2, SUM(v1) AS a3, SUM(v4) AS a4
  FROM base
  GROUP BY k0
),
total0 AS (
  SELECT SUM(v0) AS t0
  FROM base
),
total1 AS (
  SELECT SUM(v1) AS t1
  FROM base
),
joined AS (
  SELECT g.k0 AS k0, g.a0 AS a0, g.a1 AS a1, g.a2 AS a2, g.a3 AS a3, g.a4 AS a4, total0.t0 AS t0, total1.t1 AS t1
  FROM grouped AS g
  CROSS JOIN total0
  CROSS JOIN total1
),
window0 AS (
  SELECT g.*, SUM(a0) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w0, SUM(a3) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w1
  FROM joined AS g
),
measured AS (
  SELECT k0, w0 AS m0, (CAST((COALESCE(a1, 0) - a2) AS DOUBLE) / NULLIF(CAST(ABS(a2) AS DOUBLE), 0)) AS m1, (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) AS m2, w1 AS p0, (CAST((COALESCE(a2, 0) - a4) AS DOUBLE) / NULLIF(CAST(ABS(a4) AS DOUBLE), 0)) AS p1, (CAST(a3 AS DOUBLE) / NULLIF(CAST(t1 AS DOUBLE), 0)) AS p2
  FROM window0
  WHERE k0 >= CAST($7 AS DATE)
)
SELECT k0 AS d0, m0, m1, m2, p0, p1, p2
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2024-01-01"
-- 2 filter: "2024-03-21"
-- 3 filter: "2025-01-01"
-- 4 filter: "2025-03-21"
-- 5 filter: "2026-01-01"
-- 6 filter: "2026-03-20"
-- 7 filter: "2026-01-01"

WITH base AS (
  SELECT NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, s."quantity" AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($1 AS DATE) AND s."day" < CAST($2 AS DATE))
  UNION ALL
  SELECT NULL AS v0, s."amount" AS v1, NULL AS v2, s."quantity" AS v3, NULL AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($3 AS DATE) AND s."day" < CAST($4 AS DATE))
  UNION ALL
  SELECT s."amount" AS v0, NULL AS v1, s."quantity" AS v2, NULL AS v3, NULL AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($5 AS DATE) AND s."day" <= CAST($6 AS DATE))
)
SELECT SUM(v0) AS m0, (CAST((COALESCE(SUM(v2), 0) - SUM(v3)) AS DOUBLE) / NULLIF(CAST(ABS(SUM(v3)) AS DOUBLE), 0)) AS m1, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v0) AS DOUBLE), 0)) AS m2, SUM(v1) AS p0, (CAST((COALESCE(SUM(v3), 0) - SUM(v4)) AS DOUBLE) / NULLIF(CAST(ABS(SUM(v4)) AS DOUBLE), 0)) AS p1, (CAST(SUM(v1) AS DOUBLE) / NULLIF(CAST(SUM(v1) AS DOUBLE), 0)) AS p2
FROM base
LIMIT 2
-- 1 filter: "2024-01-01"
-- 2 filter: "2024-03-21"
-- 3 filter: "2025-01-01"
-- 4 filter: "2025-03-21"
-- 5 filter: "2026-01-01"
-- 6 filter: "2026-03-20"
