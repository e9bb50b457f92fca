WITH base AS (
  SELECT s."since" - (CAST(extract(isodow FROM s."since") AS integer) + 6) % 7 AS k0, 1 AS v0, CAST(NULL AS numeric) AS v1, CAST(NULL AS text) COLLATE "C" AS v2
  FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s
  WHERE s."least" < CAST($1 AS bigint)
  UNION ALL
  SELECT s."since" - (CAST(extract(isodow FROM s."since") AS integer) + 6) % 7 AS k0, CAST(NULL AS bigint) AS v0, s1."amount" AS v1, CAST(s1."region" AS text) COLLATE "C" AS v2
  FROM "orders" AS s1
  JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s ON CAST(s."name" AS text) COLLATE "default" = CAST(s1."customer" AS text) COLLATE "default" AND s."least" < CAST($2 AS bigint)
  WHERE (s1."region" IN ($3, $4, $5) AND CASE WHEN CAST(s1."region" AS text) COLLATE "C" IN (CAST($6 AS text), CAST($7 AS text), CAST($8 AS text)) THEN 1 END IS NOT NULL)
),
measured AS (
  SELECT k0, COUNT(v0) AS m0, SUM(v1) AS m1, COUNT(DISTINCT v2) AS m2, SUM(v1) AS h0
  FROM base
  GROUP BY k0
)
SELECT k0 AS d0, m0, m1, m2
FROM measured
WHERE h0 > CAST($9 AS bigint)
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.floor: "10"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 filter: "1"

WITH base AS (
  SELECT 1 AS v0, CAST(NULL AS numeric) AS v1, CAST(NULL AS text) COLLATE "C" AS v2
  FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s
  WHERE s."least" < CAST($1 AS bigint)
  UNION ALL
  SELECT CAST(NULL AS bigint) AS v0, s1."amount" AS v1, CAST(s1."region" AS text) COLLATE "C" AS v2
  FROM "orders" AS s1
  JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s ON CAST(s."name" AS text) COLLATE "default" = CAST(s1."customer" AS text) COLLATE "default" AND s."least" < CAST($2 AS bigint)
  WHERE (s1."region" IN ($3, $4, $5) AND CASE WHEN CAST(s1."region" AS text) COLLATE "C" IN (CAST($6 AS text), CAST($7 AS text), CAST($8 AS text)) THEN 1 END IS NOT NULL)
)
SELECT COUNT(v0) AS m0, SUM(v1) AS m1, COUNT(DISTINCT v2) AS m2
FROM base
LIMIT 2
-- 1 attributes.floor: "10"
-- 2 attributes.floor: "10"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
