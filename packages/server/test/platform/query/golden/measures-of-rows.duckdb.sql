WITH base AS (
  SELECT CAST(s."customer" AS VARCHAR) AS k0, CASE WHEN (s."quantity" > CAST($1 AS BIGINT) AND (CAST(s."region" AS VARCHAR) = CAST($2 AS VARCHAR) OR s."active" = CAST($3 AS BOOLEAN))) THEN s."amount" END AS v0, s."score" AS v1, CAST(s."region" AS VARCHAR) AS v2, CAST(s."created" AS TIMESTAMPTZ) AS v3, s."amount" AS v4, CAST(s."score" AS DOUBLE) * CAST(s."quantity" AS DOUBLE) AS v5, CASE WHEN s."score" IS NOT NULL THEN s."quantity" END AS v6
  FROM "orders" AS s
)
SELECT k0 AS d0, SUM(v0) AS m0, quantile_cont(CAST(v1 AS DOUBLE), 0.9) AS m1, MIN(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) AS m2, MIN(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (CAST(SUM(v5) AS DOUBLE) / NULLIF(CAST(SUM(v6) AS DOUBLE), 0)) AS m4, SUM(v4) AS m5, quantile_cont(CAST(v4 AS DOUBLE), 0.5) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3 FROM base) AS numbered
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "true"

WITH base AS (
  SELECT CASE WHEN (s."quantity" > CAST($1 AS BIGINT) AND (CAST(s."region" AS VARCHAR) = CAST($2 AS VARCHAR) OR s."active" = CAST($3 AS BOOLEAN))) THEN s."amount" END AS v0, s."score" AS v1, CAST(s."region" AS VARCHAR) AS v2, CAST(s."created" AS TIMESTAMPTZ) AS v3, s."amount" AS v4, CAST(s."score" AS DOUBLE) * CAST(s."quantity" AS DOUBLE) AS v5, CASE WHEN s."score" IS NOT NULL THEN s."quantity" END AS v6
  FROM "orders" AS s
)
SELECT SUM(v0) AS m0, quantile_cont(CAST(v1 AS DOUBLE), 0.9) AS m1, MIN(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) AS m2, MIN(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (CAST(SUM(v5) AS DOUBLE) / NULLIF(CAST(SUM(v6) AS DOUBLE), 0)) AS m4, SUM(v4) AS m5, quantile_cont(CAST(v4 AS DOUBLE), 0.5) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3 FROM base) AS numbered
LIMIT 2
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "true"
