WITH base AS (
  SELECT CAST(s1."name" AS VARCHAR) AS k0
  FROM "orders" AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(s."customer" AS VARCHAR) = CAST(s1."name" AS VARCHAR) AND 1 = 0
  WHERE CAST(s."region" AS VARCHAR) = CAST($1 AS VARCHAR)
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.regions: "EU"
