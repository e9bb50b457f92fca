WITH base AS (
  SELECT s."amount" AS v0, 0 AS period
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) = CAST(? AS varchar)
    AND (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
  UNION ALL
  SELECT s."amount" AS v0, 1 AS period
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) = CAST(? AS varchar)
    AND (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
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
