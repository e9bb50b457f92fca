WITH scanned0 AS (
  SELECT DATE_ADD(MAKEDATE(YEAR(s.`day`), 1), INTERVAL QUARTER(s.`day`) - 1 QUARTER) AS k0, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`amount` END AS v0, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`amount` END AS v1, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`quantity` END AS v2, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`quantity` END AS v3, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`quantity` END AS v4, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN 1 ELSE 0 END AS in0, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN 1 ELSE 0 END AS in1, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN 1 ELSE 0 END AS in2
  FROM `orders` AS s
  WHERE ((s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) OR (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) OR (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)))
),
buckets0 AS (
  SELECT k0, SUM(v0) AS a0, SUM(v1) AS a1, SUM(v2) AS a2, SUM(v3) AS a3, SUM(v4) AS a4, SUM(in0) AS c0, SUM(in1) AS c1, SUM(in2) AS c2
  FROM scanned0
  GROUP BY k0
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN DATE_ADD(g.k0, INTERVAL 12 MONTH) WHEN p.part = 2 THEN DATE_ADD(g.k0, INTERVAL 24 MONTH) ELSE g.k0 END AS k0, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 0 THEN g.a2 END AS v2, CASE WHEN p.part = 1 THEN g.a3 END AS v3, CASE WHEN p.part = 2 THEN g.a4 END AS v4
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
  SELECT k0, w0 AS m0, (CAST((COALESCE(a1, 0) - a2) AS DOUBLE) / NULLIF(CAST(ABS(a2) AS DOUBLE), 0)) AS m1, (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) AS m2, w1 AS p0, (CAST((COALESCE(a2, 0) - a4) AS DOUBLE) / NULLIF(CAST(ABS(a4) AS DOUBLE), 0)) AS p1, (CAST(a3 AS DOUBLE) / NULLIF(CAST(t1 AS DOUBLE), 0)) AS p2
  FROM window0
  WHERE k0 >= CAST(? AS DATE)
)
SELECT k0 AS d0, m0, m1, m2, p0, p1, p2
FROM measured
ORDER BY k0 IS NULL, k0 ASC
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
  SELECT CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`amount` END AS v0, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`amount` END AS v1, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`quantity` END AS v2, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`quantity` END AS v3, CASE WHEN (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) THEN s.`quantity` END AS v4
  FROM `orders` AS s
  WHERE ((s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) OR (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)) OR (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE)))
)
SELECT SUM(v0) AS m0, (CAST((COALESCE(SUM(v2), 0) - SUM(v3)) AS DOUBLE) / NULLIF(CAST(ABS(SUM(v3)) AS DOUBLE), 0)) AS m1, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v0) AS DOUBLE), 0)) AS m2, SUM(v1) AS p0, (CAST((COALESCE(SUM(v3), 0) - SUM(v4)) AS DOUBLE) / NULLIF(CAST(ABS(SUM(v4)) AS DOUBLE), 0)) AS p1, (CAST(SUM(v1) AS DOUBLE) / NULLIF(CAST(SUM(v1) AS DOUBLE), 0)) AS p2
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
