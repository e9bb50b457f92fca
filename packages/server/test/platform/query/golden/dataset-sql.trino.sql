WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0
  FROM (
SELECT * FROM orders -- {not a placeholder}
WHERE customer <> 'it''s {x}' AND region IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar)) AND quantity > CAST(? AS bigint) -- last
) AS s
  WHERE CAST(s."region" AS varchar) = CAST(? AS varchar)
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
