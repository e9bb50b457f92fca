WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0
  FROM `orders` AS s
  WHERE (s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))
    AND (((s.`region` IN (?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY))) OR s.`region` IS NULL) AND s.`score` IS NULL AND (CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) NOT IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)) OR s.`customer` IS NULL) AND (s.`amount` <> CAST(? AS DECIMAL(38, 10)) AND s.`amount` IS NOT NULL))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "EU"
-- 4 filter: ""
-- 5 filter: "EU"
-- 6 filter: ""
-- 7 filter: "Ada"
-- 8 filter: ""
-- 9 filter: "12.5"
