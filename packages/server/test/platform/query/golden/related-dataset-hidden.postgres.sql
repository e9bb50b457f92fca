WITH base AS (
  SELECT CAST(s1."name" AS text) COLLATE "C" AS k0
  FROM "orders" AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(s."customer" AS text) COLLATE "default" = CAST(s1."name" AS text) COLLATE "default" AND 1 = 0
  WHERE (s."region" = $1 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text) THEN 1 END IS NOT NULL)
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "EU"
