WITH base AS (
  SELECT CAST(s1."name" AS text) COLLATE "C" AS k0, CAST(date_trunc('month', CAST(s1."since" AS timestamp)) AS date) AS k1, s."amount" AS v0
  FROM "orders" AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(s."customer" AS text) COLLATE "default" = CAST(s1."name" AS text) COLLATE "default" AND s1."least" < CAST($1 AS bigint)
  WHERE (s."region" IN ($2, $3, $4) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($5 AS text), CAST($6 AS text), CAST($7 AS text)) THEN 1 END IS NOT NULL)
    AND (s1."since" >= CAST($8 AS date) AND s1."since" <= CAST($9 AS date))
)
SELECT k0 AS d0, k1 AS d1, SUM(v0) AS m0, COUNT(*) AS m1
FROM base
GROUP BY k0, k1
ORDER BY k1 ASC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
-- 8 filter: "2025-01-01"
-- 9 filter: "2025-01-20"

WITH base AS (
  SELECT s."amount" AS v0
  FROM "orders" AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(s."customer" AS text) COLLATE "default" = CAST(s1."name" AS text) COLLATE "default" AND s1."least" < CAST($1 AS bigint)
  WHERE (s."region" IN ($2, $3, $4) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($5 AS text), CAST($6 AS text), CAST($7 AS text)) THEN 1 END IS NOT NULL)
    AND (s1."since" >= CAST($8 AS date) AND s1."since" <= CAST($9 AS date))
)
SELECT SUM(v0) AS m0, COUNT(*) AS m1
FROM base
LIMIT 2
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
-- 8 filter: "2025-01-01"
-- 9 filter: "2025-01-20"
