WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, s.`quantity` AS v0, NULL AS v1, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v2, NULL AS v3, 0 AS part
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` <= CAST(? AS DATE))
  UNION ALL
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, NULL AS v0, s.`quantity` AS v1, NULL AS v2, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v3, 1 AS part
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE part = 0 GROUP BY k1
  ORDER BY SUM(v0) DESC, k1 IS NULL, k1 ASC
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2, b.v3 AS v3
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 <=> t0.top_key)
SELECT CONVERT(k0 USING utf8mb4) AS d0, CONVERT(k1 USING utf8mb4) AS d1, o0, SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM ranked
GROUP BY k0, k1, o0
ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC, o0 ASC, k1 IS NULL, k1 ASC
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2025-12-31"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0, NULL AS v1, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v2, NULL AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` <= CAST(? AS DATE))
  UNION ALL
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, NULL AS v0, s.`quantity` AS v1, NULL AS v2, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2025-12-31"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0, NULL AS v1, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v2, NULL AS v3, 0 AS part
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` <= CAST(? AS DATE))
  UNION ALL
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, NULL AS v0, s.`quantity` AS v1, NULL AS v2, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v3, 1 AS part
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base WHERE part = 0 GROUP BY k0
  ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
  LIMIT 2
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2, b.v3 AS v3
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 <=> t0.top_key)
SELECT CONVERT(k0 USING utf8mb4) AS d0, o0, SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, SUM(v0) DESC, k0 IS NULL, k0 ASC
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2025-12-31"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT s.`quantity` AS v0, NULL AS v1, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v2, NULL AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` <= CAST(? AS DATE))
  UNION ALL
  SELECT NULL AS v0, s.`quantity` AS v1, NULL AS v2, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
)
SELECT SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
LIMIT 2
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2025-12-31"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"
