WITH base AS (
  SELECT CAST(s."customer" AS varchar) AS k0, CAST(s."region" AS varchar) AS k1, s."amount" AS v0, s."quantity" AS v1
  FROM "orders" AS s
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
  ORDER BY (CAST(a0 AS double) / NULLIF(CAST(t0 AS double), 0)) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 3
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, b.k1 AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key),
grouped AS (
  SELECT k0, k1, o0, SUM(v0) AS a0, element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS a1, SUM(CAST(v1 AS decimal(38, 0))) AS a2
  FROM ranked
  GROUP BY k0, k1, o0
),
total0 AS (
  SELECT SUM(v0) AS t0
  FROM ranked
),
total1 AS (
  SELECT k0, o0, element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS t1
  FROM ranked
  GROUP BY k0, o0
),
joined AS (
  SELECT g.k0 AS k0, g.k1 AS k1, g.o0 AS o0, g.a0 AS a0, g.a1 AS a1, g.a2 AS a2, total0.t0 AS t0, total1.t1 AS t1
  FROM grouped AS g
  CROSS JOIN total0
  LEFT JOIN total1 ON g.k0 IS NOT DISTINCT FROM total1.k0 AND g.o0 IS NOT DISTINCT FROM total1.o0
),
window0 AS (
  SELECT g.*, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN RANK() OVER (ORDER BY CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END DESC NULLS LAST) END AS w0, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN RANK() OVER (PARTITION BY k0 ORDER BY CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END ASC NULLS LAST) END AS w1
  FROM joined AS g
),
measured AS (
  SELECT k0, k1, o0, a0 AS m0, (CAST(a0 AS double) / NULLIF(CAST(t0 AS double), 0)) AS m1, (CAST(a1 AS double) / NULLIF(CAST(t1 AS double), 0)) AS m2, w0 AS m3, w1 AS m4, (CAST(a0 AS double) / NULLIF(CAST(t0 AS double), 0)) AS h0
  FROM window0
)
SELECT k0 AS d0, k1 AS d1, o0, m0, m1, m2, m3, m4
FROM measured
WHERE h0 > CAST(? AS double)
ORDER BY m0 DESC NULLS LAST, o0 ASC, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "0.01"

WITH base AS (
  SELECT CAST(s."customer" AS varchar) AS k0, s."amount" AS v0, s."quantity" AS v1
  FROM "orders" AS s
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
  ORDER BY (CAST(a0 AS double) / NULLIF(CAST(t0 AS double), 0)) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 3
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key),
grouped AS (
  SELECT k0, o0, SUM(v0) AS a0, element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS a1, SUM(CAST(v1 AS decimal(38, 0))) AS a2
  FROM ranked
  GROUP BY k0, o0
),
total0 AS (
  SELECT SUM(v0) AS t0
  FROM ranked
),
total1 AS (
  SELECT k0, o0, element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS t1
  FROM ranked
  GROUP BY k0, o0
),
joined AS (
  SELECT g.k0 AS k0, g.o0 AS o0, g.a0 AS a0, g.a1 AS a1, g.a2 AS a2, total0.t0 AS t0, total1.t1 AS t1
  FROM grouped AS g
  CROSS JOIN total0
  LEFT JOIN total1 ON g.k0 IS NOT DISTINCT FROM total1.k0 AND g.o0 IS NOT DISTINCT FROM total1.o0
),
window0 AS (
  SELECT g.*, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN RANK() OVER (ORDER BY CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END DESC NULLS LAST) END AS w0, CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN RANK() OVER (PARTITION BY k0 ORDER BY CASE WHEN a2 IS NOT NULL AND o0 = 0 THEN a2 END ASC NULLS LAST) END AS w1
  FROM joined AS g
),
measured AS (
  SELECT k0, o0, a0 AS m0, (CAST(a0 AS double) / NULLIF(CAST(t0 AS double), 0)) AS m1, (CAST(a1 AS double) / NULLIF(CAST(t1 AS double), 0)) AS m2, w0 AS m3, w1 AS m4
  FROM window0
)
SELECT k0 AS d0, o0, m0, m1, m2, m3, m4
FROM measured
ORDER BY o0 ASC, m0 DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s."amount" AS v0, s."quantity" AS v1
  FROM "orders" AS s
)
SELECT SUM(v0) AS m0, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(v0) AS double), 0)) AS m1, (CAST(element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS double) / NULLIF(CAST(element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS double), 0)) AS m2, NULL AS m3, NULL AS m4
FROM base
LIMIT 2
