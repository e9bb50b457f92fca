WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0
  FROM "orders" AS s
  WHERE (s."quantity" > CAST($1 AS bigint) AND (((s."region" IN ($2, $3) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($4 AS text), CAST($5 AS text)) THEN 1 END IS NOT NULL) OR (s."region" IS NULL OR CAST(s."region" AS text) COLLATE "C" = '')) OR s."score" < CAST($6 AS double precision)) AND ((s."day" >= CAST($7 AS date) AND s."day" <= CAST($8 AS date)) OR s."active" IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2"
-- 2 filter: "EU"
-- 3 filter: "US"
-- 4 filter: "EU"
-- 5 filter: "US"
-- 6 filter: "4"
-- 7 filter: "2025-05-10"
-- 8 filter: "2026-03-20"
