WITH base AS (
  SELECT toString(s1.`name`) AS k0
  FROM `orders` AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON toString(s.`customer`) = toString(s1.`name`) AND 1 = 0
  WHERE (s.`region` = {p1:String} AND toString(s.`region`) = {p2:String})
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "EU"
