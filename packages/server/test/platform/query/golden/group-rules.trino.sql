WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0
  FROM "orders" AS s
  WHERE (CAST(s."region" AS varchar) = CAST(? AS varchar) OR CAST(s."region" AS varchar) = CAST(? AS varchar))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 constant: "EU"
-- 2 constant: "US"
