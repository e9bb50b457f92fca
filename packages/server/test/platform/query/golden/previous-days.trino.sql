WITH base AS (
  SELECT NULL AS v0, 1 AS v1, NULL AS v2, s."amount" AS v3
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) = CAST(? AS varchar)
    AND (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
  UNION ALL
  SELECT 1 AS v0, NULL AS v1, s."amount" AS v2, NULL AS v3
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) = CAST(? AS varchar)
    AND (s."day" >= CAST(? AS date) AND s."day" <= CAST(? AS date))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(v1) AS p0, SUM(v3) AS p1
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 filter: "2025-01-27"
-- 3 filter: "2025-05-10"
-- 4 attributes.region: "EU"
-- 5 filter: "2025-05-10"
-- 6 filter: "2025-08-20"
