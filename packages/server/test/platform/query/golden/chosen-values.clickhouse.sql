WITH base AS (
  SELECT toString(s.`region`) AS k0
  FROM `orders` AS s
  WHERE (s.`region` = {p1:String} AND toString(s.`region`) = {p2:String})
    AND (((s.`region` IN ({p3:String}, {p4:String}) AND toString(s.`region`) IN ({p5:String}, {p6:String})) OR s.`region` IS NULL) AND s.`score` IS NULL AND (toString(s.`customer`) NOT IN ({p7:String}, {p8:String}) OR s.`customer` IS NULL) AND (s.`amount` <> toDecimal128({p9:String}, 10) AND s.`amount` IS NOT NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
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
