WITH base AS (
  SELECT 1 AS v0, CAST(NULL AS bigint) AS v1, s."amount" AS v2, CAST(NULL AS numeric) AS v3
  FROM "orders" AS s
  WHERE (s."region" = $1 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($3 AS date) AND s."day" <= CAST($4 AS date))
  UNION ALL
  SELECT CAST(NULL AS bigint) AS v0, 1 AS v1, CAST(NULL AS numeric) AS v2, s."amount" AS v3
  FROM "orders" AS s
  WHERE (s."region" = $5 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($6 AS text) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($7 AS date) AND s."day" < CAST($8 AS date))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(v1) AS p0, SUM(v3) AS p1
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-05-10"
-- 4 filter: "2025-08-20"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
-- 7 filter: "2025-01-27"
-- 8 filter: "2025-05-10"
