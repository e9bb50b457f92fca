WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0
  FROM (
SELECT * FROM orders -- {not a placeholder}
WHERE customer <> 'it''s {x}' AND region IN (CAST($1 AS text), CAST($2 AS text), CAST($3 AS text)) AND quantity > CAST($4 AS bigint) -- last
) AS s
  WHERE (s."region" = $5 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($6 AS text) THEN 1 END IS NOT NULL)
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.floor: "10"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
