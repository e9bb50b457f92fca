WITH base AS (
  SELECT toString(s.`region`) AS k0, s.`quantity` AS v0
  FROM `orders` AS s
  WHERE (s.`quantity` IN (SELECT r1.`id` FROM `orders` AS r1 WHERE toString(r1.`customer`) IN (SELECT toString(r2.`name`) FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS r2 WHERE r2.`least` < {p1:Int64})) OR (s.`region` = {p2:String} AND toString(s.`region`) = {p3:String}))
)
SELECT k0 AS d0, sumOrNull(toInt128(v0)) AS m0
FROM base
GROUP BY k0
ORDER BY sumOrNull(toInt128(v0)) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 constant: "US"
-- 3 constant: "US"
