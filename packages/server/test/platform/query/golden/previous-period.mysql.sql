WITH base AS (
  SELECT CAST(DATE_FORMAT(DATE(DATE_ADD(s.`created`, INTERVAL CASE WHEN s.`created` < TIMESTAMP'2025-10-26 01:00:00' THEN 120 ELSE 60 END MINUTE)), '%Y-%m-01') AS DATE) AS k0, 1 AS v0, NULL AS v1, s.`amount` AS v2, NULL AS v3, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v4, NULL AS v5, s.`score` AS v6, NULL AS v7, s.`quantity` AS v8, NULL AS v9
  FROM `orders` AS s
  WHERE ((s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))) AND (s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> ''))
  UNION ALL
  SELECT CAST(DATE_FORMAT(DATE_ADD(DATE(DATE_ADD(s.`created`, INTERVAL CASE WHEN s.`created` < TIMESTAMP'2025-03-30 01:00:00' THEN 60 ELSE 120 END MINUTE)), INTERVAL 6 MONTH), '%Y-%m-01') AS DATE) AS k0, NULL AS v0, 1 AS v1, NULL AS v2, s.`amount` AS v3, NULL AS v4, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v5, NULL AS v6, s.`score` AS v7, NULL AS v8, s.`quantity` AS v9
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))))
)
SELECT k0 AS d0, COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(DISTINCT v4) AS m2, SUM(CASE r6 WHEN FLOOR(0.5 * (n6 - 1)) + 1 THEN CAST(v6 AS DOUBLE) * (1 - (0.5 * (n6 - 1) - FLOOR(0.5 * (n6 - 1)))) WHEN FLOOR(0.5 * (n6 - 1)) + 2 THEN CAST(v6 AS DOUBLE) * (0.5 * (n6 - 1) - FLOOR(0.5 * (n6 - 1))) END) AS m3, (CAST(SUM(v2) AS DOUBLE) / NULLIF(CAST(SUM(v8) AS DOUBLE), 0)) AS m4, COUNT(v1) AS p0, SUM(v3) AS p1, COUNT(DISTINCT v5) AS p2, SUM(CASE r7 WHEN FLOOR(0.5 * (n7 - 1)) + 1 THEN CAST(v7 AS DOUBLE) * (1 - (0.5 * (n7 - 1) - FLOOR(0.5 * (n7 - 1)))) WHEN FLOOR(0.5 * (n7 - 1)) + 2 THEN CAST(v7 AS DOUBLE) * (0.5 * (n7 - 1) - FLOOR(0.5 * (n7 - 1))) END) AS p3, (CAST(SUM(v3) AS DOUBLE) / NULLIF(CAST(SUM(v9) AS DOUBLE), 0)) AS p4
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY v6 IS NULL, v6) AS r6, COUNT(v6) OVER (PARTITION BY k0) AS n6, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY v7 IS NULL, v7) AS r7, COUNT(v7) OVER (PARTITION BY k0) AS n7 FROM base) AS numbered
GROUP BY k0
ORDER BY k0 IS NULL, k0 ASC
LIMIT 10001
-- 1 filter: "2025-06-30 22:00:00"
-- 2 filter: "2025-12-31 23:00:00"
-- 3 filter: "2024-12-31 23:00:00"
-- 4 filter: "2025-06-30 22:00:00"

WITH base AS (
  SELECT 1 AS v0, NULL AS v1, s.`amount` AS v2, NULL AS v3, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v4, NULL AS v5, s.`score` AS v6, NULL AS v7, s.`quantity` AS v8, NULL AS v9
  FROM `orders` AS s
  WHERE ((s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))) AND (s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> ''))
  UNION ALL
  SELECT NULL AS v0, 1 AS v1, NULL AS v2, s.`amount` AS v3, NULL AS v4, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v5, NULL AS v6, s.`score` AS v7, NULL AS v8, s.`quantity` AS v9
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(DISTINCT v4) AS m2, SUM(CASE r6 WHEN FLOOR(0.5 * (n6 - 1)) + 1 THEN CAST(v6 AS DOUBLE) * (1 - (0.5 * (n6 - 1) - FLOOR(0.5 * (n6 - 1)))) WHEN FLOOR(0.5 * (n6 - 1)) + 2 THEN CAST(v6 AS DOUBLE) * (0.5 * (n6 - 1) - FLOOR(0.5 * (n6 - 1))) END) AS m3, (CAST(SUM(v2) AS DOUBLE) / NULLIF(CAST(SUM(v8) AS DOUBLE), 0)) AS m4, COUNT(v1) AS p0, SUM(v3) AS p1, COUNT(DISTINCT v5) AS p2, SUM(CASE r7 WHEN FLOOR(0.5 * (n7 - 1)) + 1 THEN CAST(v7 AS DOUBLE) * (1 - (0.5 * (n7 - 1) - FLOOR(0.5 * (n7 - 1)))) WHEN FLOOR(0.5 * (n7 - 1)) + 2 THEN CAST(v7 AS DOUBLE) * (0.5 * (n7 - 1) - FLOOR(0.5 * (n7 - 1))) END) AS p3, (CAST(SUM(v3) AS DOUBLE) / NULLIF(CAST(SUM(v9) AS DOUBLE), 0)) AS p4
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY v6 IS NULL, v6) AS r6, COUNT(v6) OVER () AS n6, ROW_NUMBER() OVER (ORDER BY v7 IS NULL, v7) AS r7, COUNT(v7) OVER () AS n7 FROM base) AS numbered
LIMIT 2
-- 1 filter: "2025-06-30 22:00:00"
-- 2 filter: "2025-12-31 23:00:00"
-- 3 filter: "2024-12-31 23:00:00"
-- 4 filter: "2025-06-30 22:00:00"
