WITH scanned0 AS (
  SELECT CAST(DATE_FORMAT(DATE(DATE_ADD(s.`created`, INTERVAL CASE WHEN s.`created` < TIMESTAMP'2025-10-26 01:00:00' THEN CASE WHEN s.`created` < TIMESTAMP'2025-03-30 01:00:00' THEN 60 ELSE 120 END ELSE 60 END MINUTE)), '%Y-%m-01') AS DATE) AS k0, 1 AS v0, 1 AS v1, s.`amount` AS v2, s.`amount` AS v3, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v4, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v5, s.`score` AS v6, s.`score` AS v7, s.`quantity` AS v8, s.`quantity` AS v9, CASE WHEN s.`created` >= CAST(? AS DATETIME(6)) THEN 1 ELSE 0 END AS in0, CASE WHEN s.`created` < CAST(? AS DATETIME(6)) THEN 1 ELSE 0 END AS in1
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))))
),
buckets0 AS (
  SELECT k0, COUNT(v0) AS a0, COUNT(v1) AS a1, SUM(v2) AS a2, SUM(v3) AS a3, COUNT(DISTINCT v4) AS a4, COUNT(DISTINCT v5) AS a5, SUM(CASE r6 WHEN FLOOR(0.5 * (n6 - 1)) + 1 THEN CAST(v6 AS DOUBLE) * (1 - (0.5 * (n6 - 1) - FLOOR(0.5 * (n6 - 1)))) WHEN FLOOR(0.5 * (n6 - 1)) + 2 THEN CAST(v6 AS DOUBLE) * (0.5 * (n6 - 1) - FLOOR(0.5 * (n6 - 1))) END) AS a6, SUM(CASE r7 WHEN FLOOR(0.5 * (n7 - 1)) + 1 THEN CAST(v7 AS DOUBLE) * (1 - (0.5 * (n7 - 1) - FLOOR(0.5 * (n7 - 1)))) WHEN FLOOR(0.5 * (n7 - 1)) + 2 THEN CAST(v7 AS DOUBLE) * (0.5 * (n7 - 1) - FLOOR(0.5 * (n7 - 1))) END) AS a7, SUM(v8) AS a8, SUM(v9) AS a9, SUM(in0) AS c0, SUM(in1) AS c1
  FROM (SELECT scanned0.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY v6 IS NULL, v6) AS r6, COUNT(v6) OVER (PARTITION BY k0) AS n6, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY v7 IS NULL, v7) AS r7, COUNT(v7) OVER (PARTITION BY k0) AS n7 FROM scanned0) AS numbered
  GROUP BY k0
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN DATE_ADD(g.k0, INTERVAL 6 MONTH) ELSE g.k0 END AS k0, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 0 THEN g.a2 END AS v2, CASE WHEN p.part = 1 THEN g.a3 END AS v3, CASE WHEN p.part = 0 THEN g.a4 END AS v4, CASE WHEN p.part = 1 THEN g.a5 END AS v5, CASE WHEN p.part = 0 THEN g.a6 END AS v6, CASE WHEN p.part = 1 THEN g.a7 END AS v7, CASE WHEN p.part = 0 THEN g.a8 END AS v8, CASE WHEN p.part = 1 THEN g.a9 END AS v9
  FROM buckets0 AS g
  CROSS JOIN (SELECT 0 AS part UNION ALL SELECT 1) AS p
  WHERE (p.part = 0 AND g.c0 > 0) OR (p.part = 1 AND g.c1 > 0)
)
SELECT k0 AS d0, COALESCE(SUM(v0), 0) AS m0, SUM(v2) AS m1, COALESCE(MAX(v4), 0) AS m2, MAX(v6) AS m3, (CAST(SUM(v2) AS DOUBLE) / NULLIF(CAST(SUM(v8) AS DOUBLE), 0)) AS m4, COALESCE(SUM(v1), 0) AS p0, SUM(v3) AS p1, COALESCE(MAX(v5), 0) AS p2, MAX(v7) AS p3, (CAST(SUM(v3) AS DOUBLE) / NULLIF(CAST(SUM(v9) AS DOUBLE), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 IS NULL, k0 ASC
LIMIT 10001
-- 1 filter: "2025-06-30 22:00:00"
-- 2 filter: "2025-06-30 22:00:00"
-- 3 filter: "2024-12-31 23:00:00"
-- 4 filter: "2025-12-31 23:00:00"

WITH base AS (
  SELECT CASE WHEN s.`created` >= CAST(? AS DATETIME(6)) THEN 1 END AS v0, CASE WHEN s.`created` < CAST(? AS DATETIME(6)) THEN 1 END AS v1, CASE WHEN s.`created` >= CAST(? AS DATETIME(6)) THEN s.`amount` END AS v2, CASE WHEN s.`created` < CAST(? AS DATETIME(6)) THEN s.`amount` END AS v3, CASE WHEN s.`created` >= CAST(? AS DATETIME(6)) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v4, CASE WHEN s.`created` < CAST(? AS DATETIME(6)) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v5, CASE WHEN s.`created` >= CAST(? AS DATETIME(6)) THEN s.`score` END AS v6, CASE WHEN s.`created` < CAST(? AS DATETIME(6)) THEN s.`score` END AS v7, CASE WHEN s.`created` >= CAST(? AS DATETIME(6)) THEN s.`quantity` END AS v8, CASE WHEN s.`created` < CAST(? AS DATETIME(6)) THEN s.`quantity` END AS v9
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(DISTINCT v4) AS m2, SUM(CASE r6 WHEN FLOOR(0.5 * (n6 - 1)) + 1 THEN CAST(v6 AS DOUBLE) * (1 - (0.5 * (n6 - 1) - FLOOR(0.5 * (n6 - 1)))) WHEN FLOOR(0.5 * (n6 - 1)) + 2 THEN CAST(v6 AS DOUBLE) * (0.5 * (n6 - 1) - FLOOR(0.5 * (n6 - 1))) END) AS m3, (CAST(SUM(v2) AS DOUBLE) / NULLIF(CAST(SUM(v8) AS DOUBLE), 0)) AS m4, COUNT(v1) AS p0, SUM(v3) AS p1, COUNT(DISTINCT v5) AS p2, SUM(CASE r7 WHEN FLOOR(0.5 * (n7 - 1)) + 1 THEN CAST(v7 AS DOUBLE) * (1 - (0.5 * (n7 - 1) - FLOOR(0.5 * (n7 - 1)))) WHEN FLOOR(0.5 * (n7 - 1)) + 2 THEN CAST(v7 AS DOUBLE) * (0.5 * (n7 - 1) - FLOOR(0.5 * (n7 - 1))) END) AS p3, (CAST(SUM(v3) AS DOUBLE) / NULLIF(CAST(SUM(v9) AS DOUBLE), 0)) AS p4
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY v6 IS NULL, v6) AS r6, COUNT(v6) OVER () AS n6, ROW_NUMBER() OVER (ORDER BY v7 IS NULL, v7) AS r7, COUNT(v7) OVER () AS n7 FROM base) AS numbered
LIMIT 2
-- 1 filter: "2025-06-30 22:00:00"
-- 2 filter: "2025-06-30 22:00:00"
-- 3 filter: "2025-06-30 22:00:00"
-- 4 filter: "2025-06-30 22:00:00"
-- 5 filter: "2025-06-30 22:00:00"
-- 6 filter: "2025-06-30 22:00:00"
-- 7 filter: "2025-06-30 22:00:00"
-- 8 filter: "2025-06-30 22:00:00"
-- 9 filter: "2025-06-30 22:00:00"
-- 10 filter: "2025-06-30 22:00:00"
-- 11 filter: "2024-12-31 23:00:00"
-- 12 filter: "2025-12-31 23:00:00"
