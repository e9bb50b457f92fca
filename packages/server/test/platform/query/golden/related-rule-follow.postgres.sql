WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0, s."quantity" AS v0
  FROM "orders" AS s
  WHERE (s."quantity" IN (SELECT r1."id" FROM "orders" AS r1 WHERE CAST(r1."customer" AS text) COLLATE "default" IN (SELECT CAST(r2."name" AS text) COLLATE "default" FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS r2 WHERE r2."least" < CAST($1 AS bigint))) OR (s."region" = $2 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($3 AS text) THEN 1 END IS NOT NULL))
)
SELECT k0 AS d0, SUM(v0) AS m0
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 constant: "US"
-- 3 constant: "US"
