WITH scanned0 AS (
  SELECT date_trunc('month', s."day") AS k0, s."quantity" AS v0, s."quantity" AS v1, s."amount" AS v2, 1 AS v3
  FROM "orders" AS s
),
buckets0 AS (
  SELECT k0, SUM(CAST(v0 AS decimal(38, 0))) AS a0, SUM(CAST(v1 AS decimal(38, 0))) AS a1, SUM(v2) AS a2, COUNT(v3) AS a3
  FROM scanned0
  GROUP BY k0
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN date_add('month', 12, g.k0) ELSE g.k0 END AS k0, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 0 THEN g.a2 END AS v2, CASE WHEN p.part = 0 THEN g.a3 END AS v3
  FROM buckets0 AS g
  CROSS JOIN (SELECT 0 AS part UNION ALL SELECT 1) AS p
),
grouped AS (
  SELECT k0, COALESCE(SUM(CAST(v3 AS decimal(38, 0))), 0) AS a0, SUM(CAST(v0 AS decimal(38, 0))) AS a1, SUM(CAST(v1 AS decimal(38, 0))) AS a2, SUM(v2) AS a3
  FROM base
  GROUP BY k0
),
padded AS (
  SELECT k0, MAX(a0) AS a0, MAX(a1) AS a1, MAX(a2) AS a2, MAX(a3) AS a3, MIN(gap) AS gap
  FROM (
    SELECT k0, a0, a1, a2, a3, 0 AS gap FROM grouped
    UNION ALL
    SELECT date_add('month', n.n, g.k0), 0, NULL, NULL, NULL, 1
    FROM grouped AS g CROSS JOIN (SELECT 1 AS n UNION ALL SELECT 2) AS n WHERE date_add('month', n.n, g.k0) <= (SELECT MAX(k0) FROM grouped WHERE a0 > 0)
  ) AS filled
  GROUP BY k0
),
window0 AS (
  SELECT g.*, SUM(a3) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY (year(k0) * 12 + month(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w0, SUM(CAST(a1 AS decimal(38, 0))) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY (year(k0) * 12 + month(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w1
  FROM padded AS g
),
measured AS (
  SELECT k0, gap, (CAST((COALESCE(a1, 0) - a2) AS double) / NULLIF(CAST(ABS(a2) AS double), 0)) AS m0, (CAST((CAST(w0 AS double) / NULLIF(CAST(3 AS double), 0)) AS double) / NULLIF(CAST((CAST(w1 AS double) / NULLIF(CAST(3 AS double), 0)) AS double), 0)) AS m1
  FROM window0
  WHERE (a0 > 0 OR k0 <= (SELECT MAX(k0) FROM grouped WHERE a0 > 0))
)
SELECT k0 AS d0, gap, m0, m1
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
