WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0, s."amount" AS v0, s."score" AS v1
  FROM "orders" AS s
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base GROUP BY k0
  ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 4
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, o0, SUM(v0) AS m0, element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m1
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
