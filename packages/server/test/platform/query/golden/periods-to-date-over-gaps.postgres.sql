WITH base AS (
  SELECT s."day" AS k0, s."active" AS k1, s."amount" AS v0, CASE WHEN s."day" >= CAST($1 AS date) THEN s."amount" END AS v1
  FROM "orders" AS s
  WHERE (s."day" >= CAST($2 AS date) AND s."day" < CAST($3 AS date))
),
grouped AS (
  SELECT k0, k1, SUM(v0) AS a0, SUM(v1) AS a1
  FROM base
  GROUP BY k0, k1
),
padded AS (
  SELECT k0, k1, MAX(a0) AS a0, MAX(a1) AS a1, MIN(gap) AS gap
  FROM (
    SELECT k0, k1, a0, a1, 0 AS gap FROM grouped
    UNION ALL
    SELECT CAST($4 AS date), g.k1, CAST(NULL AS numeric), CAST(NULL AS numeric), 1
    FROM grouped AS g WHERE g.k0 >= CAST($5 AS date) AND g.k0 < CAST($6 AS date)
  ) AS filled
  GROUP BY k0, k1
),
window0 AS (
  SELECT g.*, SUM(a0) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, CAST(CAST(date_trunc('quarter', CAST(CAST(k0 + INTERVAL '-3 months' AS date) AS timestamp)) AS date) + INTERVAL '3 months' AS date) ORDER BY k0) AS w0
  FROM padded AS g
),
measured AS (
  SELECT k0, k1, gap, w0 AS m0, (w0 - a1) AS m1, (w0 - 0) AS e1
  FROM window0
  WHERE k0 >= CAST($7 AS date)
)
SELECT k0 AS d0, k1 AS d1, gap, m0, m1, e1
FROM measured
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-04-01"
-- 3 filter: "2025-06-21"
-- 4 filter: "2025-05-10"
-- 5 filter: "2025-04-01"
-- 6 filter: "2025-05-10"
-- 7 filter: "2025-05-10"
