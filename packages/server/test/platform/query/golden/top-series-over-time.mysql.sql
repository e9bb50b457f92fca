WITH base AS (
  SELECT MAKEDATE(YEAR(s.`day`), 1) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, s.`quantity` AS v0, NULL AS v1, 0 AS part
  FROM `orders` AS s
  WHERE (s.`day` >= CAST(? AS DATE) AND s.`day` <= CAST(? AS DATE))
  UNION ALL
  SELECT MAKEDATE(YEAR(DATE_ADD(s.`day`, INTERVAL 12 MONTH)), 1) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, NULL AS v0, s.`quantity` AS v1, 1 AS part
  FROM `orders` AS s
  WHERE (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE part = 0 GROUP BY k1
  ORDER BY SUM(v0) DESC, k1 IS NULL, k1 ASC
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 <=> t0.top_key)
SELECT k0 AS d0, CONVERT(k1 USING utf8mb4) AS d1, o0, SUM(v0) AS m0, SUM(v1) AS p0
FROM ranked
GROUP BY k0, k1, o0
ORDER BY k0 IS NULL, k0 ASC, o0 ASC, k1 IS NULL, k1 ASC
LIMIT 1001
-- 1 filter: "2025-01-01"
-- 2 filter: "2026-12-31"
-- 3 filter: "2024-01-01"
-- 4 filter: "2026-01-01"
