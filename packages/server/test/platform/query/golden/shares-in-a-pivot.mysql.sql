WITH base AS (
  SELECT DATE_ADD(MAKEDATE(YEAR(s.`day`), 1), INTERVAL QUARTER(s.`day`) - 1 QUARTER) AS k0, CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k1, s.`amount` AS v0
  FROM `orders` AS s
),
top0_grouped AS (
  SELECT k1, SUM(v0) AS a0
  FROM base
  GROUP BY k1
),
top0_total0 AS (
  SELECT SUM(v0) AS t0
  FROM base
),
top0_joined AS (
  SELECT g.k1 AS k1, g.a0 AS a0, top0_total0.t0 AS t0
  FROM top0_grouped AS g
  CROSS JOIN top0_total0
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM top0_joined
  ORDER BY (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) DESC, k1 IS NULL, k1 ASC
  LIMIT 3
),
ranked AS (
  SELECT b.k0 AS k0, b.k1 AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 <=> t0.top_key),
grouped AS (
  SELECT k0, k1, SUM(v0) AS a0
  FROM ranked
  WHERE o0 = 0
  GROUP BY k0, k1
),
total0 AS (
  SELECT SUM(v0) AS t0
  FROM ranked
),
joined AS (
  SELECT g.k0 AS k0, g.k1 AS k1, g.a0 AS a0, total0.t0 AS t0
  FROM grouped AS g
  CROSS JOIN total0
),
window0 AS (
  SELECT g.*, SUM(a0) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w0
  FROM joined AS g
),
measured AS (
  SELECT k0, k1, (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) AS m0, w0 AS m1
  FROM window0
)
SELECT k0 AS d0, CONVERT(k1 USING utf8mb4) AS d1, m0, m1
FROM measured
ORDER BY k0 IS NULL, k0 ASC, k1 IS NULL, k1 ASC
LIMIT 4001

WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, s.`amount` AS v0
  FROM `orders` AS s
),
top0_grouped AS (
  SELECT k0, SUM(v0) AS a0
  FROM base
  GROUP BY k0
),
top0_total0 AS (
  SELECT SUM(v0) AS t0
  FROM base
),
top0_joined AS (
  SELECT g.k0 AS k0, g.a0 AS a0, top0_total0.t0 AS t0
  FROM top0_grouped AS g
  CROSS JOIN top0_total0
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM top0_joined
  ORDER BY (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) DESC, k0 IS NULL, k0 ASC
  LIMIT 3
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 <=> t0.top_key),
grouped AS (
  SELECT k0, SUM(v0) AS a0
  FROM ranked
  WHERE o0 = 0
  GROUP BY k0
),
total0 AS (
  SELECT SUM(v0) AS t0
  FROM ranked
),
joined AS (
  SELECT g.k0 AS k0, g.a0 AS a0, total0.t0 AS t0
  FROM grouped AS g
  CROSS JOIN total0
),
measured AS (
  SELECT k0, (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) AS m0, a0 AS m1
  FROM joined
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, m0, m1
FROM measured
ORDER BY k0 IS NULL, k0 ASC
LIMIT 5
