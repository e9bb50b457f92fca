WITH base AS (
  SELECT CAST(s."region" AS VARCHAR) AS k0
  FROM "orders" AS s
  WHERE CAST(s."region" AS VARCHAR) = CAST($1 AS VARCHAR)
    AND ((CAST(s."region" AS VARCHAR) IN (CAST($2 AS VARCHAR), CAST($3 AS VARCHAR)) OR s."region" IS NULL) AND s."score" IS NULL AND (CAST(s."customer" AS VARCHAR) NOT IN (CAST($4 AS VARCHAR), CAST($5 AS VARCHAR)) OR s."customer" IS NULL) AND (s."amount" <> CAST($6 AS DECIMAL(38, 10)) AND s."amount" IS NOT NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 filter: "EU"
-- 3 filter: ""
-- 4 filter: "Ada"
-- 5 filter: ""
-- 6 filter: "12.5"
