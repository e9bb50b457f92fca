WITH base AS (
  SELECT CAST(s."customer" AS text) COLLATE "C" AS k0, CASE WHEN (s."quantity" > CAST($1 AS bigint) AND ((s."region" = $2 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($3 AS text) THEN 1 END IS NOT NULL) OR s."active" = CAST($4 AS boolean))) THEN s."amount" END AS v0, s."score" AS v1, CAST(s."region" AS text) COLLATE "C" AS v2, CAST(s."created" AS timestamptz) AS v3, s."amount" AS v4, CAST(s."score" AS double precision) * CAST(s."quantity" AS double precision) AS v5, CASE WHEN s."score" IS NOT NULL THEN s."quantity" END AS v6
  FROM "orders" AS s
)
SELECT k0 AS d0, SUM(v0) AS m0, percentile_cont(0.9) WITHIN GROUP (ORDER BY CAST(v1 AS double precision)) AS m1, MIN(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) AS m2, MIN(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (CAST(SUM(v5) AS double precision) / NULLIF(CAST(SUM(v6) AS double precision), 0)) AS m4, SUM(v4) AS m5, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v4 AS double precision)) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3 FROM base) AS numbered
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "EU"
-- 4 filter: "true"

WITH base AS (
  SELECT CASE WHEN (s."quantity" > CAST($1 AS bigint) AND ((s."region" = $2 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($3 AS text) THEN 1 END IS NOT NULL) OR s."active" = CAST($4 AS boolean))) THEN s."amount" END AS v0, s."score" AS v1, CAST(s."region" AS text) COLLATE "C" AS v2, CAST(s."created" AS timestamptz) AS v3, s."amount" AS v4, CAST(s."score" AS double precision) * CAST(s."quantity" AS double precision) AS v5, CASE WHEN s."score" IS NOT NULL THEN s."quantity" END AS v6
  FROM "orders" AS s
)
SELECT SUM(v0) AS m0, percentile_cont(0.9) WITHIN GROUP (ORDER BY CAST(v1 AS double precision)) AS m1, MIN(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) AS m2, MIN(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (CAST(SUM(v5) AS double precision) / NULLIF(CAST(SUM(v6) AS double precision), 0)) AS m4, SUM(v4) AS m5, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v4 AS double precision)) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3 FROM base) AS numbered
LIMIT 2
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "EU"
-- 4 filter: "true"
