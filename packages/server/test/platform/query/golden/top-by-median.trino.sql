WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0, s."score" AS v0
  FROM "orders" AS s
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base GROUP BY k0
  ORDER BY element_at(transform(ARRAY[array_agg(CAST(v0 AS double) ORDER BY CAST(v0 AS double)) FILTER (WHERE v0 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 3
),
ranked AS (
  SELECT b.k0 AS k0, b.v0 AS v0
  FROM base AS b
  JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, COUNT(*) AS m0
FROM ranked
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
