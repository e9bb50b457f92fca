WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) = CAST(? AS varchar)
    AND ((CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)) OR s."region" IS NULL) AND s."score" IS NULL AND (CAST(s."customer" AS varchar) NOT IN (CAST(? AS varchar), CAST(? AS varchar)) OR s."customer" IS NULL) AND (s."amount" <> CAST(? AS decimal(38, 10)) AND s."amount" IS NOT NULL))
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
