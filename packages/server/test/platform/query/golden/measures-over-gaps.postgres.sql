WITH base AS (
  SELECT s."day" AS k0, s."active" AS k1, CASE WHEN s."day" >= CAST($1 AS date) THEN 1 END AS v0, s."amount" AS v1, s."quantity" AS v2, CASE WHEN s."day" >= CAST($2 AS date) THEN s."amount" END AS v3
  FROM "orders" AS s
  WHERE (s."day" >= CAST($3 AS date) AND s."day" < CAST($4 AS date))
),
grouped AS (
  SELECT k0, k1, COUNT(v0) AS a0, SUM(v1) AS a1, SUM(v2) AS a2, SUM(v3) AS a3
  FROM base
  GROUP BY k0, k1
),
padded AS (
  SELECT k0, k1, MAX(a0) AS a0, MAX(a1) AS a1, MAX(a2) AS a2, MAX(a3) AS a3, MIN(gap) AS gap
  FROM (
    SELECT k0, k1, a0, a1, a2, a3, 0 AS gap FROM grouped
    UNION ALL
    SELECT CAST(g.k0 + n.n * INTERVAL '1 day' AS date), g.k1, 0, CAST(NULL AS numeric), CAST(NULL AS bigint), CAST(NULL AS numeric), 1
    FROM grouped AS g CROSS JOIN (SELECT 1 AS n UNION ALL SELECT 2) AS n WHERE CAST(g.k0 + n.n * INTERVAL '1 day' AS date) < CAST($5 AS date)
  ) AS filled
  GROUP BY k0, k1
),
window0 AS (
  SELECT g.*, SUM(a1) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY (k0 - DATE '1970-01-01') RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w0, SUM(a2) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY (k0 - DATE '1970-01-01') RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w1, SUM(a3) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w2
  FROM padded AS g
),
measured AS (
  SELECT k0, k1, gap, a0 AS m0, (CAST((CAST(w0 AS double precision) / NULLIF(CAST(3 AS double precision), 0)) AS double precision) / NULLIF(CAST((CAST(w1 AS double precision) / NULLIF(CAST(3 AS double precision), 0)) AS double precision), 0)) AS m1, w2 AS m2
  FROM window0
  WHERE k0 >= CAST($6 AS date)
)
SELECT k0 AS d0, k1 AS d1, gap, m0, m1, m2
FROM measured
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-05-10"
-- 3 filter: "2025-05-08"
-- 4 filter: "2025-06-21"
-- 5 filter: "2025-06-21"
-- 6 filter: "2025-05-10"
