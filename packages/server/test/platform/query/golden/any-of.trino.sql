WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0
  FROM "orders" AS s
  WHERE (s."quantity" > CAST(? AS bigint) AND ((CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)) OR (s."region" IS NULL OR CAST(s."region" AS varchar) = '')) OR s."score" < CAST(? AS double)) AND ((s."day" >= CAST(? AS date) AND s."day" <= CAST(? AS date)) OR s."active" IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2"
-- 2 filter: "EU"
-- 3 filter: "US"
-- 4 filter: "4"
-- 5 filter: "2025-05-10"
-- 6 filter: "2026-03-20"
