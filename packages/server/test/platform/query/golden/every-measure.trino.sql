WITH base AS (
  SELECT CAST(s."customer" AS varchar) AS k0, s."amount" AS v0, s."quantity" AS v1, s."score" AS v2, CAST(s."customer" AS varchar) AS v3, CAST(s."region" AS varchar) AS v4, s."day" AS v5
  FROM "orders" AS s
)
SELECT k0 AS d0, SUM(v0) AS m0, SUM(CAST(v1 AS decimal(38, 0))) AS m1, COUNT(*) AS m2, COUNT(v2) AS m3, COUNT(DISTINCT v3) AS m4, COUNT(DISTINCT v4) AS m5, AVG(CAST(v2 AS double)) AS m6, element_at(transform(ARRAY[array_agg(CAST(v2 AS double) ORDER BY CAST(v2 AS double)) FILTER (WHERE v2 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m7, MIN(v5) AS m8, MAX(v3) AS m9, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v1 AS decimal(38, 0))) AS double), 0)) AS m10, (CAST((SUM(v0) - (2 * SUM(CAST(v1 AS decimal(38, 0))))) AS double) / NULLIF(CAST(AVG(CAST(v2 AS double)) AS double), 0)) AS m11
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s."amount" AS v0, s."quantity" AS v1, s."score" AS v2, CAST(s."customer" AS varchar) AS v3, CAST(s."region" AS varchar) AS v4, s."day" AS v5
  FROM "orders" AS s
)
SELECT SUM(v0) AS m0, SUM(CAST(v1 AS decimal(38, 0))) AS m1, COUNT(*) AS m2, COUNT(v2) AS m3, COUNT(DISTINCT v3) AS m4, COUNT(DISTINCT v4) AS m5, AVG(CAST(v2 AS double)) AS m6, element_at(transform(ARRAY[array_agg(CAST(v2 AS double) ORDER BY CAST(v2 AS double)) FILTER (WHERE v2 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m7, MIN(v5) AS m8, MAX(v3) AS m9, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v1 AS decimal(38, 0))) AS double), 0)) AS m10, (CAST((SUM(v0) - (2 * SUM(CAST(v1 AS decimal(38, 0))))) AS double) / NULLIF(CAST(AVG(CAST(v2 AS double)) AS double), 0)) AS m11
FROM base
LIMIT 2
