WITH scanned0 AS (
  SELECT CAST(date_trunc('month', CAST(s."day" AS timestamp)) AS date) AS k0, s."active" AS k1, CASE WHEN s."day" >= CAST($1 AS date) THEN s."amount" END AS v0, CASE WHEN s."day" >= CAST($2 AS date) THEN s."amount" END AS v1, CASE WHEN s."day" >= CAST($3 AS date) THEN s."quantity" END AS v2, CASE WHEN s."day" >= CAST($4 AS date) THEN s."amount" END AS v3, CASE WHEN (s."day" >= CAST($5 AS date) AND s."day" < CAST($6 AS date)) THEN s."amount" END AS v4, CASE WHEN s."day" >= CAST($7 AS date) THEN s."quantity" END AS v5, CASE WHEN s."day" < CAST($8 AS date) THEN s."quantity" END AS v6, CASE WHEN s."day" >= CAST($9 AS date) THEN 1 ELSE 0 END AS in0, CASE WHEN s."day" >= CAST($10 AS date) THEN 1 ELSE 0 END AS in1, CASE WHEN s."day" >= CAST($11 AS date) THEN 1 ELSE 0 END AS in2, CASE WHEN (s."day" >= CAST($12 AS date) AND s."day" < CAST($13 AS date)) THEN 1 ELSE 0 END AS in3, CASE WHEN s."day" < CAST($14 AS date) THEN 1 ELSE 0 END AS in4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date))
),
buckets0 AS (
  SELECT k0, k1, SUM(v0) AS a0, SUM(v1) AS a1, SUM(v2) AS a2, SUM(v3) AS a3, SUM(v4) AS a4, SUM(v5) AS a5, SUM(v6) AS a6, SUM(in0) AS c0, SUM(in1) AS c1, SUM(in2) AS c2, SUM(in3) AS c3, SUM(in4) AS c4
  FROM scanned0
  GROUP BY k0, k1
),
base AS (
  SELECT CASE WHEN p.part = 3 THEN CAST(g.k0 + INTERVAL '3 months' AS date) WHEN p.part = 4 THEN CAST(g.k0 + INTERVAL '12 months' AS date) ELSE g.k0 END AS k0, g.k1 AS k1, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 1 THEN g.a2 END AS v2, CASE WHEN p.part = 2 THEN g.a3 END AS v3, CASE WHEN p.part = 3 THEN g.a4 END AS v4, CASE WHEN p.part = 0 THEN g.a5 END AS v5, CASE WHEN p.part = 4 THEN g.a6 END AS v6
  FROM buckets0 AS g
  CROSS JOIN (SELECT 0 AS part UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS p
  WHERE (p.part = 0 AND g.c0 > 0) OR (p.part = 1 AND g.c1 > 0) OR (p.part = 2 AND g.c2 > 0) OR (p.part = 3 AND g.c3 > 0) OR (p.part = 4 AND g.c4 > 0)
),
grouped AS (
  SELECT k0, k1, SUM(v0) AS a0, SUM(v1) AS a1, SUM(v2) AS a2, SUM(v3) AS a3, SUM(v4) AS a4, SUM(v5) AS a5, SUM(v6) AS a6
  FROM base
  GROUP BY k0, k1
),
window0 AS (
  SELECT g.*, SUM(a0) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w0, SUM(a1) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY CAST(extract(year FROM k0) * 12 + extract(month FROM k0) AS integer) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w1, SUM(a2) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY CAST(extract(year FROM k0) * 12 + extract(month FROM k0) AS integer) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w2, SUM(a3) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, CAST(CAST(date_trunc('quarter', CAST(CAST(k0 + INTERVAL '-3 months' AS date) AS timestamp)) AS date) + INTERVAL '3 months' AS date) ORDER BY k0) AS w3, SUM(a4) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, CAST(CAST(date_trunc('quarter', CAST(CAST(k0 + INTERVAL '-3 months' AS date) AS timestamp)) AS date) + INTERVAL '3 months' AS date) ORDER BY k0) AS w4
  FROM grouped AS g
),
measured AS (
  SELECT k0, k1, a0 AS m0, w0 AS m1, (CAST((CAST(w1 AS double precision) / NULLIF(CAST(3 AS double precision), 0)) AS double precision) / NULLIF(CAST((CAST(w2 AS double precision) / NULLIF(CAST(3 AS double precision), 0)) AS double precision), 0)) AS m2, w3 AS m3, CASE WHEN w3 IS NOT NULL OR w4 IS NOT NULL THEN (COALESCE(w3, 0) - COALESCE(w4, 0)) END AS m4, (CAST((COALESCE(a5, 0) - a6) AS double precision) / NULLIF(CAST(ABS(a6) AS double precision), 0)) AS m5
  FROM window0
  WHERE k0 >= CAST($17 AS date)
)
SELECT k0 AS d0, k1 AS d1, m0, m1, m2, m3, m4, m5
FROM measured
ORDER BY m5 DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-03-01"
-- 3 filter: "2025-03-01"
-- 4 filter: "2025-04-01"
-- 5 filter: "2025-01-01"
-- 6 filter: "2025-12-21"
-- 7 filter: "2025-05-10"
-- 8 filter: "2025-03-21"
-- 9 filter: "2025-05-10"
-- 10 filter: "2025-03-01"
-- 11 filter: "2025-04-01"
-- 12 filter: "2025-01-01"
-- 13 filter: "2025-12-21"
-- 14 filter: "2025-03-21"
-- 15 filter: "2024-05-10"
-- 16 filter: "2026-03-21"
-- 17 filter: "2025-05-01"

WITH base AS (
  SELECT CASE WHEN (s."day" >= CAST($1 AS date) AND s."day" < CAST($2 AS date)) THEN s."amount" END AS v0, CASE WHEN (s."day" >= CAST($3 AS date) AND s."day" < CAST($4 AS date)) THEN s."amount" END AS v1, CASE WHEN (s."day" >= CAST($5 AS date) AND s."day" < CAST($6 AS date)) THEN s."amount" END AS v2, CASE WHEN (s."day" >= CAST($7 AS date) AND s."day" < CAST($8 AS date)) THEN s."quantity" END AS v3, CASE WHEN (s."day" >= CAST($9 AS date) AND s."day" < CAST($10 AS date)) THEN s."quantity" END AS v4
  FROM "orders" AS s
  WHERE ((s."day" >= CAST($11 AS date) AND s."day" < CAST($12 AS date)) OR (s."day" >= CAST($13 AS date) AND s."day" < CAST($14 AS date)) OR (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date)) OR (s."day" >= CAST($17 AS date) AND s."day" < CAST($18 AS date)))
)
SELECT SUM(v0) AS m0, SUM(v0) AS m1, CAST(NULL AS double precision) AS m2, SUM(v1) AS m3, CASE WHEN SUM(v1) IS NOT NULL OR SUM(v2) IS NOT NULL THEN (COALESCE(SUM(v1), 0) - COALESCE(SUM(v2), 0)) END AS m4, (CAST((COALESCE(SUM(v3), 0) - SUM(v4)) AS double precision) / NULLIF(CAST(ABS(SUM(v4)) AS double precision), 0)) AS m5
FROM base
LIMIT 2
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
