WITH base AS (
  SELECT CAST(s1."name" AS VARCHAR) AS k0, CAST(date_trunc('month', s1."since") AS DATE) AS k1, s."amount" AS v0
  FROM "orders" AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(s."customer" AS VARCHAR) = CAST(s1."name" AS VARCHAR) AND s1."least" < CAST($1 AS BIGINT)
  WHERE CAST(s."region" AS VARCHAR) IN (CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), CAST($4 AS VARCHAR))
    AND (s1."since" >= CAST($5 AS DATE) AND s1."since" <= CAST($6 AS DATE))
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
-- 5 filter: "2025-01-01"
-- 6 filter: "2025-01-20"

WITH base AS (
  SELECT s."amount" AS v0
  FROM "orders" AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(s."customer" AS VARCHAR) = CAST(s1."name" AS VARCHAR) AND s1."least" < CAST($1 AS BIGINT)
  WHERE CAST(s."region" AS VARCHAR) IN (CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), CAST($4 AS VARCHAR))
    AND (s1."since" >= CAST($5 AS DATE) AND s1."since" <= CAST($6 AS DATE))
)
SELECT SUM(v0) AS m0, COUNT(*) AS m1
FROM base
LIMIT 2
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 filter: "2025-01-01"
-- 6 filter: "2025-01-20"
