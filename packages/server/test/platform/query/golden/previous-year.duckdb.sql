WITH scanned0 AS (
  SELECT CAST(date_trunc('quarter', s."day") AS DATE) AS k0, CASE WHEN s."day" >= CAST($1 AS DATE) THEN 1 END AS v0, CASE WHEN s."day" < CAST($2 AS DATE) THEN 1 END AS v1, CASE WHEN s."day" < CAST($3 AS DATE) THEN 1 ELSE 0 END AS in1, CASE WHEN s."day" >= CAST($4 AS DATE) THEN 1 ELSE 0 END AS in0
  FROM "orders" AS s
  WHERE (s."day" >= CAST($5 AS DATE) AND s."day" < CAST($6 AS DATE))
),
buckets0 AS (
  SELECT k0, COUNT(v0) AS a0, COUNT(v1) AS a1, SUM(in1) AS c1, SUM(in0) AS c0
  FROM scanned0
  GROUP BY k0
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN CAST(g.k0 + INTERVAL '12 months' AS DATE) ELSE g.k0 END AS k0, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1
  FROM buckets0 AS g
  CROSS JOIN (SELECT 1 AS part UNION ALL SELECT 0) AS p
  WHERE (p.part = 1 AND g.c1 > 0) OR (p.part = 0 AND g.c0 > 0)
)
SELECT k0 AS d0, COALESCE(SUM(v0), 0) AS m0, COALESCE(SUM(v1), 0) AS p0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-06-01"
-- 2 filter: "2025-08-01"
-- 3 filter: "2025-08-01"
-- 4 filter: "2025-06-01"
-- 5 filter: "2024-06-01"
-- 6 filter: "2026-08-01"
