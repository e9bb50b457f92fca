WITH base AS (
  SELECT s."amount" AS v0, 0 AS period
  FROM "orders" AS s
  WHERE CAST(s."region" AS VARCHAR) = CAST($1 AS VARCHAR)
    AND (s."day" >= CAST($2 AS DATE) AND s."day" < CAST($3 AS DATE))
  UNION ALL
  SELECT s."amount" AS v0, 1 AS period
  FROM "orders" AS s
  WHERE CAST(s."region" AS VARCHAR) = CAST($4 AS VARCHAR)
    AND (s."day" >= CAST($5 AS DATE) AND s."day" < CAST($6 AS DATE))
)
SELECT COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 filter: "2025-05-10"
-- 3 filter: "2025-08-21"
-- 4 attributes.region: "EU"
-- 5 filter: "2025-01-27"
-- 6 filter: "2025-05-10"
