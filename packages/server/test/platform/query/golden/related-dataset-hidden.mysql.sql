WITH base AS (
  SELECT CAST(CONVERT(s1.`name` USING utf8mb4) AS BINARY) AS k0
  FROM `orders` AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY) = CAST(CONVERT(s1.`name` USING utf8mb4) AS BINARY) AND 1 = 0
  WHERE (s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "EU"
