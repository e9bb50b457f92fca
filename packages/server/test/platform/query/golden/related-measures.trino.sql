WITH base AS (
  SELECT date_add('day', -((day_of_week(s."since") + 6) % 7), s."since") AS k0, 1 AS v0, NULL AS v1, NULL AS v2
  FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s
  WHERE s."least" < CAST(? AS bigint)
  UNION ALL
  SELECT date_add('day', -((day_of_week(s."since") + 6) % 7), s."since") AS k0, NULL AS v0, s1."amount" AS v1, CAST(s1."region" AS varchar) AS v2
  FROM "orders" AS s1
  JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s ON CAST(s."name" AS varchar) = CAST(s1."customer" AS varchar) AND s."least" < CAST(? AS bigint)
  WHERE CAST(s1."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
),
measured AS (
  SELECT k0, COUNT(v0) AS m0, SUM(v1) AS m1, COUNT(DISTINCT v2) AS m2, SUM(v1) AS h0
  FROM base
  GROUP BY k0
)
SELECT k0 AS d0, m0, m1, m2
FROM measured
WHERE h0 > CAST(? AS bigint)
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.floor: "10"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 filter: "1"

WITH base AS (
  SELECT 1 AS v0, NULL AS v1, NULL AS v2
  FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s
  WHERE s."least" < CAST(? AS bigint)
  UNION ALL
  SELECT NULL AS v0, s1."amount" AS v1, CAST(s1."region" AS varchar) AS v2
  FROM "orders" AS s1
  JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s ON CAST(s."name" AS varchar) = CAST(s1."customer" AS varchar) AND s."least" < CAST(? AS bigint)
  WHERE CAST(s1."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
)
SELECT COUNT(v0) AS m0, SUM(v1) AS m1, COUNT(DISTINCT v2) AS m2
FROM base
LIMIT 2
-- 1 attributes.floor: "10"
-- 2 attributes.floor: "10"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
