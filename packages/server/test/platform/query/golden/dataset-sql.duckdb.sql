WITH base AS (
  SELECT CAST(s."region" AS VARCHAR) AS k0
  FROM (
SELECT * FROM orders -- {not a placeholder}
WHERE customer <> 'it''s {x}' AND region IN (CAST($1 AS VARCHAR), CAST($2 AS VARCHAR), CAST($3 AS VARCHAR)) AND quantity > CAST($4 AS BIGINT) -- last
) AS s
  WHERE CAST(s."region" AS VARCHAR) = CAST($5 AS VARCHAR)
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
