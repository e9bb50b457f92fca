WITH base AS (
  SELECT toString(s.`region`) AS k0
  FROM `orders` AS s
  WHERE ((s.`region` = {p1:String} AND toString(s.`region`) = {p2:String}) OR (s.`region` = {p3:String} AND toString(s.`region`) = {p4:String}))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 constant: "EU"
-- 2 constant: "EU"
-- 3 constant: "US"
-- 4 constant: "US"
