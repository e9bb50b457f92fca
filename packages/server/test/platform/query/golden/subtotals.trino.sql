WITH base AS (
  SELECT CAST(s."customer" AS varchar) AS k0, s."active" AS k1, date_trunc('quarter', s."day") AS k2, s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3
  FROM "orders" AS s
)
SELECT k0 AS d0, k1 AS d1, k2 AS d2, SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS double)) AS m2, element_at(transform(ARRAY[array_agg(CAST(v2 AS double) ORDER BY CAST(v2 AS double)) FILTER (WHERE v2 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m3, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v3 AS decimal(38, 0))) AS double), 0)) AS m4
FROM base
GROUP BY k0, k1, k2
ORDER BY SUM(v0) DESC NULLS LAST, k2 DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT CAST(s."customer" AS varchar) AS k0, date_trunc('quarter', s."day") AS k1, s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3
  FROM "orders" AS s
)
SELECT k0 AS d0, k1 AS d1, SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS double)) AS m2, element_at(transform(ARRAY[array_agg(CAST(v2 AS double) ORDER BY CAST(v2 AS double)) FILTER (WHERE v2 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m3, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v3 AS decimal(38, 0))) AS double), 0)) AS m4
FROM base
GROUP BY k0, k1
ORDER BY SUM(v0) DESC NULLS LAST, k1 DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s."active" AS k0, date_trunc('quarter', s."day") AS k1, s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3
  FROM "orders" AS s
)
SELECT k0 AS d0, k1 AS d1, SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS double)) AS m2, element_at(transform(ARRAY[array_agg(CAST(v2 AS double) ORDER BY CAST(v2 AS double)) FILTER (WHERE v2 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m3, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v3 AS decimal(38, 0))) AS double), 0)) AS m4
FROM base
GROUP BY k0, k1
ORDER BY SUM(v0) DESC NULLS LAST, k1 DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s."active" AS k0, s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3
  FROM "orders" AS s
)
SELECT k0 AS d0, SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS double)) AS m2, element_at(transform(ARRAY[array_agg(CAST(v2 AS double) ORDER BY CAST(v2 AS double)) FILTER (WHERE v2 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m3, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v3 AS decimal(38, 0))) AS double), 0)) AS m4
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3
  FROM "orders" AS s
)
SELECT SUM(v0) AS m0, COUNT(DISTINCT v1) AS m1, AVG(CAST(v2 AS double)) AS m2, element_at(transform(ARRAY[array_agg(CAST(v2 AS double) ORDER BY CAST(v2 AS double)) FILTER (WHERE v2 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m3, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v3 AS decimal(38, 0))) AS double), 0)) AS m4
FROM base
LIMIT 2
