WITH base AS (
  SELECT 1 AS present
  FROM "orders" AS s
  WHERE (s."region" = $1 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text) THEN 1 END IS NOT NULL)
)
SELECT COUNT(*) AS m0
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
