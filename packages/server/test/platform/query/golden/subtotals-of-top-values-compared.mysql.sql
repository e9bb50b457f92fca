WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, CASE WHEN s.`day` >= CAST(? AS DATE) THEN s.`quantity` END AS v0, CASE WHEN s.`day` < CAST(? AS DATE) THEN s.`quantity` END AS v1, CASE WHEN s.`day` >= CAST(? AS DATE) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v2, CASE WHEN s.`day` < CAST(? AS DATE) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v3, CASE WHEN s.`day` >= CAST(? AS DATE) THEN 1 ELSE 0 END AS in0
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE in0 = 1 GROUP BY k1
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
-- 1 filter: "2025-06-01"
-- 2 filter: "2025-06-01"
-- 3 filter: "2025-06-01"
-- 4 filter: "2025-06-01"
-- 5 filter: "2025-06-01"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 filter: "2024-11-01"
-- 13 filter: "2026-01-01"

WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, CASE WHEN s.`day` >= CAST(? AS DATE) THEN s.`quantity` END AS v0, CASE WHEN s.`day` < CAST(? AS DATE) THEN s.`quantity` END AS v1, CASE WHEN s.`day` >= CAST(? AS DATE) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v2, CASE WHEN s.`day` < CAST(? AS DATE) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
LIMIT 6
-- 1 filter: "2025-06-01"
-- 2 filter: "2025-06-01"
-- 3 filter: "2025-06-01"
-- 4 filter: "2025-06-01"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
-- 8 attributes.regions: "EU"
-- 9 attributes.regions: "US"
-- 10 attributes.regions: "O'Neil"
-- 11 filter: "2024-11-01"
-- 12 filter: "2026-01-01"

WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, CASE WHEN s.`day` >= CAST(? AS DATE) THEN s.`quantity` END AS v0, CASE WHEN s.`day` < CAST(? AS DATE) THEN s.`quantity` END AS v1, CASE WHEN s.`day` >= CAST(? AS DATE) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v2, CASE WHEN s.`day` < CAST(? AS DATE) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v3, CASE WHEN s.`day` >= CAST(? AS DATE) THEN 1 ELSE 0 END AS in0
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base WHERE in0 = 1 GROUP BY k0
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
-- 1 filter: "2025-06-01"
-- 2 filter: "2025-06-01"
-- 3 filter: "2025-06-01"
-- 4 filter: "2025-06-01"
-- 5 filter: "2025-06-01"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 filter: "2024-11-01"
-- 13 filter: "2026-01-01"

WITH base AS (
  SELECT CASE WHEN s.`day` >= CAST(? AS DATE) THEN s.`quantity` END AS v0, CASE WHEN s.`day` < CAST(? AS DATE) THEN s.`quantity` END AS v1, CASE WHEN s.`day` >= CAST(? AS DATE) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v2, CASE WHEN s.`day` < CAST(? AS DATE) THEN CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) END AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN (?, ?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    AND (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
)
SELECT SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
LIMIT 2
-- 1 filter: "2025-06-01"
-- 2 filter: "2025-06-01"
-- 3 filter: "2025-06-01"
-- 4 filter: "2025-06-01"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
-- 8 attributes.regions: "EU"
-- 9 attributes.regions: "US"
-- 10 attributes.regions: "O'Neil"
-- 11 filter: "2024-11-01"
-- 12 filter: "2026-01-01"
