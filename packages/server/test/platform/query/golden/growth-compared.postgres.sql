WITH scanned0 AS (
  SELECT CAST(date_trunc('quarter', CAST(s."day" AS timestamp)) AS date) AS k0, CASE WHEN (s."day" >= CAST($1 AS date) AND s."day" < CAST($2 AS date)) THEN s."amount" END AS v0, CASE WHEN (s."day" >= CAST($3 AS date) AND s."day" < CAST($4 AS date)) THEN s."amount" END AS v1, CASE WHEN (s."day" >= CAST($5 AS date) AND s."day" < CAST($6 AS date)) THEN s."quantity" END AS v2, CASE WHEN (s."day" >= CAST($7 AS date) AND s."day" < CAST($8 AS date)) THEN s."quantity" END AS v3, CASE WHEN (s."day" >= CAST($9 AS date) AND s."day" < CAST($10 AS date)) THEN s."quantity" END AS v4, CASE WHEN (s."day" >= CAST($11 AS date) AND s."day" < CAST($12 AS date)) THEN 1 ELSE 0 END AS in0, CASE WHEN (s."day" >= CAST($13 AS date) AND s."day" < CAST($14 AS date)) THEN 1 ELSE 0 END AS in1, CASE WHEN (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date)) THEN 1 ELSE 0 END AS in2
  FROM "orders" AS s
  WHERE ((s."day" >= CAST($17 AS date) AND s."day" < CAST($18 AS date)) OR (s."day" >= CAST($19 AS date) AND s."day" < CAST($20 AS date)) OR (s."day" >= CAST($21 AS date) AND s."day" < CAST($22 AS date)))
),
buckets0 AS (
  SELECT k0, SUM(v0) AS a0, SUM(v1) AS a1, SUM(v2) AS a2, SUM(v3) AS a3, SUM(v4) AS a4, SUM(in0) AS c0, SUM(in1) AS c1, SUM(in2) AS c2
  FROM scanned0
  GROUP BY k0
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN CAST(g.k0 + INTERVAL '12 months' AS date) WHEN p.part = 2 THEN CAST(g.k0 + INTERVAL '24 months' AS date) ELSE g.k0 END AS k0, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 0 THEN g.a2 END AS v2, CASE WHEN p.part = 1 THEN g.a3 END AS v3, CASE WHEN p.part = 2 THEN g.a4 END AS v4
  FROM buckets0 AS g
  CROSS JOIN (SELECT 0 AS part UNION ALL SELECT 1 UNION ALL SELECT 2) AS p
  WHERE (p.part = 0 AND g.c0 > 0) OR (p.part = 1 AND g.c1 > 0) OR (p.part = 2 AND g.c2 > 0)
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
  SELECT k0, w0 AS m0, (CAST((COALESCE(a1, 0) - a2) AS double precision) / NULLIF(CAST(ABS(a2) AS double precision), 0)) AS m1, (CAST(a0 AS double precision) / NULLIF(CAST(t0 AS double precision), 0)) AS m2, w1 AS p0, (CAST((COALESCE(a2, 0) - a4) AS double precision) / NULLIF(CAST(ABS(a4) AS double precision), 0)) AS p1, (CAST(a3 AS double precision) / NULLIF(CAST(t1 AS double precision), 0)) AS p2
  FROM window0
  WHERE k0 >= CAST($23 AS date)
)
SELECT k0 AS d0, m0, m1, m2, p0, p1, p2
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2026-01-01"
-- 2 filter: "2026-03-21"
-- 3 filter: "2025-01-01"
-- 4 filter: "2025-03-21"
-- 5 filter: "2026-01-01"
-- 6 filter: "2026-03-21"
-- 7 filter: "2025-01-01"
-- 8 filter: "2025-03-21"
-- 9 filter: "2024-01-01"
-- 10 filter: "2024-03-21"
-- 11 filter: "2026-01-01"
-- 12 filter: "2026-03-21"
-- 13 filter: "2025-01-01"
-- 14 filter: "2025-03-21"
-- 15 filter: "2024-01-01"
-- 16 filter: "2024-03-21"
-- 17 filter: "2026-01-01"
-- 18 filter: "2026-03-21"
-- 19 filter: "2025-01-01"
-- 20 filter: "2025-03-21"
-- 21 filter: "2024-01-01"
-- 22 filter: "2024-03-21"
-- 23 filter: "2026-01-01"

WITH base AS (
  SELECT CASE WHEN (s."day" >= CAST($1 AS date) AND s."day" < CAST($2 AS date)) THEN s."amount" END AS v0, CASE WHEN (s."day" >= CAST($3 AS date) AND s."day" < CAST($4 AS date)) THEN s."amount" END AS v1, CASE WHEN (s."day" >= CAST($5 AS date) AND s."day" < CAST($6 AS date)) THEN s."quantity" END AS v2, CASE WHEN (s."day" >= CAST($7 AS date) AND s."day" < CAST($8 AS date)) THEN s."quantity" END AS v3, CASE WHEN (s."day" >= CAST($9 AS date) AND s."day" < CAST($10 AS date)) THEN s."quantity" END AS v4
  FROM "orders" AS s
  WHERE ((s."day" >= CAST($11 AS date) AND s."day" < CAST($12 AS date)) OR (s."day" >= CAST($13 AS date) AND s."day" < CAST($14 AS date)) OR (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date)))
)
SELECT SUM(v0) AS m0, (CAST((COALESCE(SUM(v2), 0) - SUM(v3)) AS double precision) / NULLIF(CAST(ABS(SUM(v3)) AS double precision), 0)) AS m1, (CAST(SUM(v0) AS double precision) / NULLIF(CAST(SUM(v0) AS double precision), 0)) AS m2, SUM(v1) AS p0, (CAST((COALESCE(SUM(v3), 0) - SUM(v4)) AS double precision) / NULLIF(CAST(ABS(SUM(v4)) AS double precision), 0)) AS p1, (CAST(SUM(v1) AS double precision) / NULLIF(CAST(SUM(v1) AS double precision), 0)) AS p2
FROM base
LIMIT 2
-- 1 filter: "2026-01-01"
-- 2 filter: "2026-03-21"
-- 3 filter: "2025-01-01"
-- 4 filter: "2025-03-21"
-- 5 filter: "2026-01-01"
-- 6 filter: "2026-03-21"
-- 7 filter: "2025-01-01"
-- 8 filter: "2025-03-21"
-- 9 filter: "2024-01-01"
-- 10 filter: "2024-03-21"
-- 11 filter: "2026-01-01"
-- 12 filter: "2026-03-21"
-- 13 filter: "2025-01-01"
-- 14 filter: "2025-03-21"
-- 15 filter: "2024-01-01"
-- 16 filter: "2024-03-21"
