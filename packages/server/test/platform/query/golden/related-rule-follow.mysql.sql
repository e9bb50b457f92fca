WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0
  FROM `orders` AS s
  WHERE (s.`quantity` IN (SELECT r1.`id` FROM `orders` AS r1 WHERE CAST(CONVERT(r1.`customer` USING utf8mb4) AS BINARY) IN (SELECT CAST(CONVERT(r2.`name` USING utf8mb4) AS BINARY) FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS r2 WHERE r2.`least` < CAST(? AS SIGNED))) OR (s.`region` = ? AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY)))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, SUM(v0) AS m0
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 constant: "US"
-- 3 constant: "US"
