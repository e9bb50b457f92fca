WITH base AS (
  SELECT CASE WHEN s."day" >= CAST($1 AS date) THEN 1 END AS v0, CASE WHEN s."day" < CAST($2 AS date) THEN 1 END AS v1, CASE WHEN s."day" >= CAST($3 AS date) THEN s."amount" END AS v2, CASE WHEN s."day" < CAST($4 AS date) THEN s."amount" END AS v3
  FROM "orders" AS s
  WHERE (s."region" = $5 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($6 AS text) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($7 AS date) AND s."day" < CAST($8 AS date))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(v1) AS p0, SUM(v3) AS p1
FROM base
LIMIT 1001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-05-10"
-- 3 filter: "2025-05-10"
-- 4 filter: "2025-05-10"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
-- 7 filter: "2025-01-27"
-- 8 filter: "2025-08-21"
