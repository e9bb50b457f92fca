WITH base AS (
  SELECT CAST(DATE_FORMAT(DATE(DATE_ADD(s.`created`, INTERVAL CASE WHEN s.`created` < TIMESTAMP'2025-10-26 01:00:00' THEN CASE WHEN s.`created` < TIMESTAMP'2025-03-30 01:00:00' THEN 60 ELSE 120 END ELSE 60 END MINUTE)), '%Y-%m-01') AS DATE) AS k0, s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3, 0 AS period
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))))
  UNION ALL
  SELECT CAST(DATE_FORMAT(DATE_ADD(DATE(DATE_ADD(s.`created`, INTERVAL CASE WHEN s.`created` < TIMESTAMP'2025-10-26 01:00:00' THEN CASE WHEN s.`created` < TIMESTAMP'2025-03-30 01:00:00' THEN 60 ELSE 120 END ELSE 60 END MINUTE)), INTERVAL 6 MONTH), '%Y-%m-01') AS DATE) AS k0, s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3, 1 AS period
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))))
)
SELECT k0 AS d0, COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, AVG(CAST(CASE WHEN r2 IN (FLOOR((n2 + 1) / 2), FLOOR((n2 + 2) / 2)) THEN CASE WHEN period = 0 THEN v2 END END AS DOUBLE)) AS m3, (CAST(SUM(CASE WHEN period = 0 THEN v0 END) AS DOUBLE) / NULLIF(CAST(SUM(CASE WHEN period = 0 THEN v3 END) AS DOUBLE), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, AVG(CAST(CASE WHEN r2 IN (FLOOR((n2 + 1) / 2), FLOOR((n2 + 2) / 2)) THEN CASE WHEN period = 1 THEN v2 END END AS DOUBLE)) AS p3, (CAST(SUM(CASE WHEN period = 1 THEN v0 END) AS DOUBLE) / NULLIF(CAST(SUM(CASE WHEN period = 1 THEN v3 END) AS DOUBLE), 0)) AS p4
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0, period ORDER BY v2 IS NULL, v2) AS r2, COUNT(v2) OVER (PARTITION BY k0, period) AS n2 FROM base) AS numbered
GROUP BY k0
ORDER BY k0 IS NULL, k0 ASC
LIMIT 10001
-- 1 filter: "2025-06-30 22:00:00"
-- 2 filter: "2025-12-31 23:00:00"
-- 3 filter: "2024-12-31 23:00:00"
-- 4 filter: "2025-06-30 22:00:00"

WITH base AS (
  SELECT s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3, 0 AS period
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))))
  UNION ALL
  SELECT s.`amount` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, s.`score` AS v2, s.`quantity` AS v3, 1 AS period
  FROM `orders` AS s
  WHERE ((s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))))
)
SELECT COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, AVG(CAST(CASE WHEN r2 IN (FLOOR((n2 + 1) / 2), FLOOR((n2 + 2) / 2)) THEN CASE WHEN period = 0 THEN v2 END END AS DOUBLE)) AS m3, (CAST(SUM(CASE WHEN period = 0 THEN v0 END) AS DOUBLE) / NULLIF(CAST(SUM(CASE WHEN period = 0 THEN v3 END) AS DOUBLE), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, AVG(CAST(CASE WHEN r2 IN (FLOOR((n2 + 1) / 2), FLOOR((n2 + 2) / 2)) THEN CASE WHEN period = 1 THEN v2 END END AS DOUBLE)) AS p3, (CAST(SUM(CASE WHEN period = 1 THEN v0 END) AS DOUBLE) / NULLIF(CAST(SUM(CASE WHEN period = 1 THEN v3 END) AS DOUBLE), 0)) AS p4
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY period ORDER BY v2 IS NULL, v2) AS r2, COUNT(v2) OVER (PARTITION BY period) AS n2 FROM base) AS numbered
LIMIT 2
-- 1 filter: "2025-06-30 22:00:00"
-- 2 filter: "2025-12-31 23:00:00"
-- 3 filter: "2024-12-31 23:00:00"
-- 4 filter: "2025-06-30 22:00:00"
