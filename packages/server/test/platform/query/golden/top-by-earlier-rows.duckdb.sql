WITH base AS (
  SELECT s."day" AS k0, s."amount" AS v0, CASE WHEN s."day" >= CAST($1 AS DATE) THEN 1 END AS v1
  FROM "orders" AS s
  WHERE (s."day" >= CAST($2 AS DATE) AND s."day" < CAST($3 AS DATE))
),
top0_grouped AS (
  SELECT k0, SUM(v0) AS a0
  FROM base
  GROUP BY k0
),
top0_window0 AS (
  SELECT g.*, SUM(a0) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, CAST(CAST(date_trunc('quarter', CAST(k0 + INTERVAL '-3 months' AS DATE)) AS DATE) + INTERVAL '3 months' AS DATE) ORDER BY k0) AS w0
  FROM top0_grouped AS g
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM top0_window0 WHERE k0 >= CAST($4 AS DATE)
  ORDER BY w0 DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 3
),
ranked AS (
  SELECT b.k0 AS k0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key),
grouped AS (
  SELECT k0, COUNT(v1) AS a0
  FROM ranked
  GROUP BY k0
),
measured AS (
  SELECT k0
  FROM grouped
  WHERE (a0 > 0)
)
SELECT k0 AS d0
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-04-01"
-- 3 filter: "2026-03-21"
-- 4 filter: "2025-05-10"
