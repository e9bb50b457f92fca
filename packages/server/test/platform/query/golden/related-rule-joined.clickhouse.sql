WITH base AS (
  SELECT toString(s1.`customer`) AS k0, s.`quantity` AS v0
  FROM `orders` AS s
  LEFT JOIN (SELECT * FROM `orders` AS s1 WHERE toString(s1.`customer`) IN (SELECT toString(r1.`name`) FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS r1 WHERE r1.`least` < {p1:Int64})) AS s1 ON s.`quantity` = s1.`id`
)
SELECT k0 AS d0, sumOrNull(toInt128(v0)) AS m0
FROM base
GROUP BY k0
ORDER BY sumOrNull(toInt128(v0)) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
