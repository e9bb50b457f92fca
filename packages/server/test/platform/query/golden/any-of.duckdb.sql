WITH base AS (
  SELECT CAST(s."region" AS VARCHAR) AS k0
  FROM "orders" AS s
  WHERE (s."quantity" > CAST($1 AS BIGINT) AND ((CAST(s."region" AS VARCHAR) IN (CAST($2 AS VARCHAR), CAST($3 AS VARCHAR)) OR (s."region" IS NULL OR CAST(s."region" AS VARCHAR) = '')) OR s."score" < CAST($4 AS DOUBLE)) AND ((s."day" >= CAST($5 AS DATE) AND s."day" <= CAST($6 AS DATE)) OR s."active" IS NULL))
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
