WITH scanned0 AS (
  SELECT CAST(date_trunc('year', s."day") AS DATE) AS k0, CAST(s."customer" AS VARCHAR) AS k1, s."quantity" AS v0, s."quantity" AS v1, CASE WHEN s."day" < CAST($1 AS DATE) THEN 1 ELSE 0 END AS in1, CASE WHEN s."day" >= CAST($2 AS DATE) THEN 1 ELSE 0 END AS in0
  FROM "orders" AS s
  WHERE (s."day" >= CAST($3 AS DATE) AND s."day" < CAST($4 AS DATE))
),
buckets0 AS (
  SELECT k0, k1, SUM(v0) AS a0, SUM(v1) AS a1, SUM(in1) AS c1, SUM(in0) AS c0
  FROM scanned0
  GROUP BY k0, k1
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN CAST(g.k0 + INTERVAL '12 months' AS DATE) ELSE g.k0 END AS k0, g.k1 AS k1, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 0 THEN 1 ELSE 0 END AS in0
  FROM buckets0 AS g
  CROSS JOIN (SELECT 1 AS part UNION ALL SELECT 0) AS p
  WHERE (p.part = 1 AND g.c1 > 0) OR (p.part = 0 AND g.c0 > 0)
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE in0 = 1 GROUP BY k1
  ORDER BY SUM(v0) DESC NULLS LAST, k1 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, k1 AS d1, o0, SUM(v0) AS m0, SUM(v1) AS p0
FROM ranked
GROUP BY k0, k1, o0
ORDER BY k0 ASC NULLS LAST, o0 ASC, k1 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2026-01-01"
-- 2 filter: "2025-01-01"
-- 3 filter: "2024-01-01"
-- 4 filter: "2027-01-01"
