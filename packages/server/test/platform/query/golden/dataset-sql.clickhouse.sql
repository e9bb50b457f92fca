WITH base AS (
  SELECT toString(s.`region`) AS k0
  FROM (
SELECT * FROM orders -- {not a placeholder}
WHERE customer <> 'it''s {x}' AND region IN ({p1:String}, {p2:String}, {p3:String}) AND quantity > {p4:Int64} -- last
) AS s
  WHERE (s.`region` = {p5:String} AND toString(s.`region`) = {p6:String})
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.floor: "10"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
