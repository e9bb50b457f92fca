WITH base AS (
  SELECT CAST(s."customer" AS varchar) AS k0, CASE WHEN (s."quantity" > CAST(? AS bigint) AND (CAST(s."region" AS varchar) = CAST(? AS varchar) OR s."active" = CAST(? AS boolean))) THEN s."amount" END AS v0, s."score" AS v1, CAST(s."region" AS varchar) AS v2, CAST(s."created" AS timestamp(6) with time zone) AS v3, s."amount" AS v4, CAST(s."score" AS double) * CAST(s."quantity" AS double) AS v5, CASE WHEN s."score" IS NOT NULL THEN s."quantity" END AS v6
  FROM "orders" AS s
)
SELECT k0 AS d0, SUM(v0) AS m0, element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.9 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.9 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.9 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.9 * (cardinality(a) - 1) - floor(0.9 * (cardinality(a) - 1)) AS double)), 1) AS m1, MIN(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) AS m2, MIN(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (CAST(SUM(v5) AS double) / NULLIF(CAST(SUM(CAST(v6 AS decimal(38, 0))) AS double), 0)) AS m4, SUM(v4) AS m5, element_at(transform(ARRAY[array_agg(CAST(v4 AS double) ORDER BY CAST(v4 AS double)) FILTER (WHERE v4 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3 FROM base) AS numbered
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "true"

WITH base AS (
  SELECT CASE WHEN (s."quantity" > CAST(? AS bigint) AND (CAST(s."region" AS varchar) = CAST(? AS varchar) OR s."active" = CAST(? AS boolean))) THEN s."amount" END AS v0, s."score" AS v1, CAST(s."region" AS varchar) AS v2, CAST(s."created" AS timestamp(6) with time zone) AS v3, s."amount" AS v4, CAST(s."score" AS double) * CAST(s."quantity" AS double) AS v5, CASE WHEN s."score" IS NOT NULL THEN s."quantity" END AS v6
  FROM "orders" AS s
)
SELECT SUM(v0) AS m0, element_at(transform(ARRAY[array_agg(CAST(v1 AS double) ORDER BY CAST(v1 AS double)) FILTER (WHERE v1 IS NOT NULL)], a -> a[CAST(floor(0.9 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.9 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.9 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.9 * (cardinality(a) - 1) - floor(0.9 * (cardinality(a) - 1)) AS double)), 1) AS m1, MIN(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) AS m2, MIN(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (CAST(SUM(v5) AS double) / NULLIF(CAST(SUM(CAST(v6 AS decimal(38, 0))) AS double), 0)) AS m4, SUM(v4) AS m5, element_at(transform(ARRAY[array_agg(CAST(v4 AS double) ORDER BY CAST(v4 AS double)) FILTER (WHERE v4 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3 FROM base) AS numbered
LIMIT 2
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "true"
