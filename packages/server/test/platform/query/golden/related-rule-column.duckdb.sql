WITH base AS (
  SELECT CAST(s."region" AS VARCHAR) AS k0, s."quantity" AS v0
  FROM "orders" AS s
  JOIN (SELECT DISTINCT r1."id" AS k0 FROM "orders" AS r1 WHERE CAST(r1."customer" AS VARCHAR) IN (SELECT CAST(r2."name" AS VARCHAR) FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS r2 WHERE r2."least" < CAST($1 AS BIGINT))) AS l1 ON s."quantity" = l1.k0
)
SELECT k0 AS d0, SUM(v0) AS m0
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
