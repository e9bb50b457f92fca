WITH base AS (
  SELECT s."amount" AS v0, 0 AS period
  FROM "orders" AS s
  WHERE (s."region" = $1 AND CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text))
    AND (s."day" >= CAST($3 AS date) AND s."day" < CAST($4 AS date))
  UNION ALL
  SELECT s."amount" AS v0, 1 AS period
  FROM "orders" AS s
  WHERE (s."region" = $5 AND CAST(s."region" AS text) COLLATE "C" = CAST($6 AS text))
    AND (s."day" >= CAST($7 AS date) AND s."day" < CAST($8 AS date))
)
SELECT COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-05-10"
-- 4 filter: "2025-08-21"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
-- 7 filter: "2025-01-27"
-- 8 filter: "2025-05-10"
