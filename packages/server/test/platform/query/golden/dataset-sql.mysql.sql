WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0
  FROM (
SELECT * FROM orders -- {not a placeholder}
WHERE customer <> 'it''s {x}' AND region IN (?, ?, ?) AND quantity > CAST(? AS SIGNED) -- last
) AS s
  WHERE (s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.floor: "10"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
