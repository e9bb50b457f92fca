WITH base AS (
  SELECT CAST(s1."customer" AS text) COLLATE "C" AS k0, s."quantity" AS v0
  FROM "orders" AS s
  LEFT JOIN (SELECT * FROM "orders" AS s1 WHERE CAST(s1."customer" AS text) COLLATE "default" IN (SELECT CAST(r1."name" AS text) COLLATE "default" FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS r1 WHERE r1."least" < CAST($1 AS bigint))) AS s1 ON s."quantity" = s1."id"
)
SELECT k0 AS d0, SUM(v0) AS m0
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
