WITH base AS (
  SELECT CAST(CONVERT(s1.`customer` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0
  FROM `orders` AS s
  LEFT JOIN (SELECT * FROM `orders` AS s1 WHERE CAST(CONVERT(s1.`customer` USING utf8mb4) AS BINARY) IN (SELECT CAST(CONVERT(r1.`name` USING utf8mb4) AS BINARY) FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS r1 WHERE r1.`least` < CAST(? AS SIGNED))) AS s1 ON s.`quantity` = s1.`id`
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, SUM(v0) AS m0
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 attributes.floor: "10"
