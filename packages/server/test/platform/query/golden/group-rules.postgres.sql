WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0
  FROM "orders" AS s
  WHERE ((s."region" = $1 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text) THEN 1 END IS NOT NULL) OR (s."region" = $3 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($4 AS text) THEN 1 END IS NOT NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 constant: "EU"
-- 2 constant: "EU"
-- 3 constant: "US"
-- 4 constant: "US"
