WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, s.`quantity` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, 0 AS period
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
  UNION ALL
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, s.`quantity` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, 1 AS period
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE period = 0 GROUP BY k1
  ORDER BY SUM(CASE WHEN period = 0 THEN v0 END) DESC, k1 IS NULL, k1 ASC
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.period AS period
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 <=> t0.top_key)
SELECT CONVERT(k0 USING utf8mb4) AS d0, CONVERT(k1 USING utf8mb4) AS d1, o0, SUM(CASE WHEN period = 0 THEN v0 END) AS m0, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m1, SUM(CASE WHEN period = 1 THEN v0 END) AS p0, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p1
FROM ranked
GROUP BY k0, k1, o0
ORDER BY SUM(CASE WHEN period = 0 THEN v0 END) DESC, k0 IS NULL, k0 ASC, o0 ASC, k1 IS NULL, k1 ASC
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2026-01-01"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, 0 AS period
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
  UNION ALL
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, 1 AS period
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, SUM(CASE WHEN period = 0 THEN v0 END) AS m0, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m1, SUM(CASE WHEN period = 1 THEN v0 END) AS p0, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p1
FROM base
GROUP BY k0
ORDER BY SUM(CASE WHEN period = 0 THEN v0 END) DESC, k0 IS NULL, k0 ASC
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2026-01-01"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, 0 AS period
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
  UNION ALL
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, 1 AS period
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base WHERE period = 0 GROUP BY k0
  ORDER BY SUM(CASE WHEN period = 0 THEN v0 END) DESC, k0 IS NULL, k0 ASC
  LIMIT 2
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.period AS period
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 <=> t0.top_key)
SELECT CONVERT(k0 USING utf8mb4) AS d0, o0, SUM(CASE WHEN period = 0 THEN v0 END) AS m0, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m1, SUM(CASE WHEN period = 1 THEN v0 END) AS p0, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p1
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, SUM(CASE WHEN period = 0 THEN v0 END) DESC, k0 IS NULL, k0 ASC
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2026-01-01"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT s.`quantity` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, 0 AS period
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
  UNION ALL
  SELECT s.`quantity` AS v0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v1, 1 AS period
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
)
SELECT SUM(CASE WHEN period = 0 THEN v0 END) AS m0, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m1, SUM(CASE WHEN period = 1 THEN v0 END) AS p0, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p1
FROM base
LIMIT 2
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2026-01-01"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"
