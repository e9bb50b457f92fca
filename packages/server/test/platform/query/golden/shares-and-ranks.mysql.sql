WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k1, s.`amount` AS v0, s.`quantity` AS v1
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
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, b.k1 AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 <=> t0.top_key),
grouped AS (
  SELECT k0, k1, o0, SUM(v0) AS a0, SUM(CASE r1 WHEN FLOOR(0.5 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1)))) WHEN FLOOR(0.5 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1))) END) AS a1, SUM(v1) AS a2
  FROM (SELECT ranked.*, ROW_NUMBER() OVER (PARTITION BY k0, k1, o0 ORDER BY v1 IS NULL, v1) AS r1, COUNT(v1) OVER (PARTITION BY k0, k1, o0) AS n1 FROM ranked) AS numbered
  GROUP BY k0, k1, o0
),
total0 AS (
  SELECT SUM(v0) AS t0
  FROM ranked
),
total1 AS (
  SELECT k0, o0, SUM(CASE r1 WHEN FLOOR(0.5 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1)))) WHEN FLOOR(0.5 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1))) END) AS t1
  FROM (SELECT ranked.*, ROW_NUMBER() OVER (PARTITION BY k0, o0 ORDER BY v1 IS NULL, v1) AS r1, COUNT(v1) OVER (PARTITION BY k0, o0) AS n1 FROM ranked) AS numbered
  GROUP BY k0, o0
),
joined AS (
  SELECT g.k0 AS k0, g.k1 AS k1, g.o0 AS o0, g.a0 AS a0, g.a1 AS a1, g.a2 AS a2, total0.t0 AS t0, total1.t1 AS t1
  FROM grouped AS g
  CROSS JOIN total0
  LEFT JOIN total1 ON g.k0 <=> total1.k0 AND g.o0 <=> total1.o0
),
window0 AS (
  SELECT g.*, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN RANK() OVER (ORDER BY CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END DESC) END AS w0, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN RANK() OVER (PARTITION BY k0 ORDER BY CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END IS NULL, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END ASC) END AS w1
  FROM joined AS g
),
measured AS (
  SELECT k0, k1, o0, a0 AS m0, (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) AS m1, (CAST(a1 AS DOUBLE) / NULLIF(CAST(t1 AS DOUBLE), 0)) AS m2, w0 AS m3, w1 AS m4, (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) AS h0
  FROM window0
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, CONVERT(k1 USING utf8mb4) AS d1, o0, m0, m1, m2, m3, m4
FROM measured
WHERE h0 > CAST(? AS DOUBLE)
ORDER BY m0 DESC, o0 ASC, k0 IS NULL, k0 ASC, k1 IS NULL, k1 ASC
LIMIT 1001
-- 1 filter: "0.01"

WITH base AS (
  SELECT CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) AS k0, s.`amount` AS v0, s.`quantity` AS v1
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
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 <=> t0.top_key),
grouped AS (
  SELECT k0, o0, SUM(v0) AS a0, SUM(CASE r1 WHEN FLOOR(0.5 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1)))) WHEN FLOOR(0.5 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1))) END) AS a1, SUM(v1) AS a2
  FROM (SELECT ranked.*, ROW_NUMBER() OVER (PARTITION BY k0, o0 ORDER BY v1 IS NULL, v1) AS r1, COUNT(v1) OVER (PARTITION BY k0, o0) AS n1 FROM ranked) AS numbered
  GROUP BY k0, o0
),
total0 AS (
  SELECT SUM(v0) AS t0
  FROM ranked
),
total1 AS (
  SELECT k0, o0, SUM(CASE r1 WHEN FLOOR(0.5 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1)))) WHEN FLOOR(0.5 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1))) END) AS t1
  FROM (SELECT ranked.*, ROW_NUMBER() OVER (PARTITION BY k0, o0 ORDER BY v1 IS NULL, v1) AS r1, COUNT(v1) OVER (PARTITION BY k0, o0) AS n1 FROM ranked) AS numbered
  GROUP BY k0, o0
),
joined AS (
  SELECT g.k0 AS k0, g.o0 AS o0, g.a0 AS a0, g.a1 AS a1, g.a2 AS a2, total0.t0 AS t0, total1.t1 AS t1
  FROM grouped AS g
  CROSS JOIN total0
  LEFT JOIN total1 ON g.k0 <=> total1.k0 AND g.o0 <=> total1.o0
),
window0 AS (
  SELECT g.*, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN RANK() OVER (ORDER BY CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END DESC) END AS w0, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN RANK() OVER (PARTITION BY k0 ORDER BY CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END IS NULL, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END ASC) END AS w1
  FROM joined AS g
),
measured AS (
  SELECT k0, o0, a0 AS m0, (CAST(a0 AS DOUBLE) / NULLIF(CAST(t0 AS DOUBLE), 0)) AS m1, (CAST(a1 AS DOUBLE) / NULLIF(CAST(t1 AS DOUBLE), 0)) AS m2, w0 AS m3, w1 AS m4
  FROM window0
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, o0, m0, m1, m2, m3, m4
FROM measured
ORDER BY o0 ASC, m0 DESC, k0 IS NULL, k0 ASC
LIMIT 1001

WITH base AS (
  SELECT s.`amount` AS v0, s.`quantity` AS v1
  FROM `orders` AS s
)
SELECT SUM(v0) AS m0, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v0) AS DOUBLE), 0)) AS m1, (CAST(SUM(CASE r1 WHEN FLOOR(0.5 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1)))) WHEN FLOOR(0.5 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1))) END) AS DOUBLE) / NULLIF(CAST(SUM(CASE r1 WHEN FLOOR(0.5 * (n1 - 1)) + 1 THEN CAST(v1 AS DOUBLE) * (1 - (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1)))) WHEN FLOOR(0.5 * (n1 - 1)) + 2 THEN CAST(v1 AS DOUBLE) * (0.5 * (n1 - 1) - FLOOR(0.5 * (n1 - 1))) END) AS DOUBLE), 0)) AS m2, NULL AS m3, NULL AS m4
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY v1 IS NULL, v1) AS r1, COUNT(v1) OVER () AS n1 FROM base) AS numbered
LIMIT 2
