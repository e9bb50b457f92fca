WITH base AS (
  SELECT 1 AS present
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) = CAST(? AS varchar)
)
SELECT COUNT(*) AS m0
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
