WITH scanned0 AS (
  SELECT CAST(date_trunc('month', CAST(CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS timestamp)) AS date) AS k0, 1 AS v0, 1 AS v1, s."amount" AS v2, s."amount" AS v3, CAST(s."customer" AS text) COLLATE "C" AS v4, CAST(s."customer" AS text) COLLATE "C" AS v5, s."score" AS v6, s."score" AS v7, s."quantity" AS v8, s."quantity" AS v9, CASE WHEN s."created" >= CAST($1 AS timestamptz) THEN 1 ELSE 0 END AS in0, CASE WHEN s."created" < CAST($2 AS timestamptz) THEN 1 ELSE 0 END AS in1
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND (s."created" >= CAST($3 AS timestamptz) AND s."created" < CAST($4 AS timestamptz)))
),
buckets0 AS (
  SELECT k0, COUNT(v0) AS a0, COUNT(v1) AS a1, SUM(v2) AS a2, SUM(v3) AS a3, COUNT(DISTINCT v4) AS a4, COUNT(DISTINCT v5) AS a5, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v6 AS double precision)) AS a6, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v7 AS double precision)) AS a7, SUM(v8) AS a8, SUM(v9) AS a9, SUM(in0) AS c0, SUM(in1) AS c1
  FROM scanned0
  GROUP BY k0
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN CAST(g.k0 + INTERVAL '6 months' AS date) ELSE g.k0 END AS k0, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 0 THEN g.a2 END AS v2, CASE WHEN p.part = 1 THEN g.a3 END AS v3, CASE WHEN p.part = 0 THEN g.a4 END AS v4, CASE WHEN p.part = 1 THEN g.a5 END AS v5, CASE WHEN p.part = 0 THEN g.a6 END AS v6, CASE WHEN p.part = 1 THEN g.a7 END AS v7, CASE WHEN p.part = 0 THEN g.a8 END AS v8, CASE WHEN p.part = 1 THEN g.a9 END AS v9
  FROM buckets0 AS g
  CROSS JOIN (SELECT 0 AS part UNION ALL SELECT 1) AS p
  WHERE (p.part = 0 AND g.c0 > 0) OR (p.part = 1 AND g.c1 > 0)
)
SELECT k0 AS d0, COALESCE(SUM(v0), 0) AS m0, SUM(v2) AS m1, COALESCE(MAX(v4), 0) AS m2, MAX(v6) AS m3, (CAST(SUM(v2) AS double precision) / NULLIF(CAST(SUM(v8) AS double precision), 0)) AS m4, COALESCE(SUM(v1), 0) AS p0, SUM(v3) AS p1, COALESCE(MAX(v5), 0) AS p2, MAX(v7) AS p3, (CAST(SUM(v3) AS double precision) / NULLIF(CAST(SUM(v9) AS double precision), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-06-30T22:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-12-31T23:00:00Z"

WITH base AS (
  SELECT CASE WHEN s."created" >= CAST($1 AS timestamptz) THEN 1 END AS v0, CASE WHEN s."created" < CAST($2 AS timestamptz) THEN 1 END AS v1, CASE WHEN s."created" >= CAST($3 AS timestamptz) THEN s."amount" END AS v2, CASE WHEN s."created" < CAST($4 AS timestamptz) THEN s."amount" END AS v3, CASE WHEN s."created" >= CAST($5 AS timestamptz) THEN CAST(s."customer" AS text) COLLATE "C" END AS v4, CASE WHEN s."created" < CAST($6 AS timestamptz) THEN CAST(s."customer" AS text) COLLATE "C" END AS v5, CASE WHEN s."created" >= CAST($7 AS timestamptz) THEN s."score" END AS v6, CASE WHEN s."created" < CAST($8 AS timestamptz) THEN s."score" END AS v7, CASE WHEN s."created" >= CAST($9 AS timestamptz) THEN s."quantity" END AS v8, CASE WHEN s."created" < CAST($10 AS timestamptz) THEN s."quantity" END AS v9
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND (s."created" >= CAST($11 AS timestamptz) AND s."created" < CAST($12 AS timestamptz)))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(DISTINCT v4) AS m2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v6 AS double precision)) AS m3, (CAST(SUM(v2) AS double precision) / NULLIF(CAST(SUM(v8) AS double precision), 0)) AS m4, COUNT(v1) AS p0, SUM(v3) AS p1, COUNT(DISTINCT v5) AS p2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v7 AS double precision)) AS p3, (CAST(SUM(v3) AS double precision) / NULLIF(CAST(SUM(v9) AS double precision), 0)) AS p4
FROM base
LIMIT 2
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-06-30T22:00:00Z"
-- 3 filter: "2025-06-30T22:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"
-- 5 filter: "2025-06-30T22:00:00Z"
-- 6 filter: "2025-06-30T22:00:00Z"
-- 7 filter: "2025-06-30T22:00:00Z"
-- 8 filter: "2025-06-30T22:00:00Z"
-- 9 filter: "2025-06-30T22:00:00Z"
-- 10 filter: "2025-06-30T22:00:00Z"
-- 11 filter: "2024-12-31T23:00:00Z"
-- 12 filter: "2025-12-31T23:00:00Z"
