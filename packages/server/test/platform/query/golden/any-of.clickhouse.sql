WITH base AS (
  SELECT toString(s.`region`) AS k0
  FROM `orders` AS s
  WHERE (s.`quantity` > {p1:Int64} AND (((s.`region` IN ({p2:String}, {p3:String}) AND toString(s.`region`) IN ({p4:String}, {p5:String})) OR (s.`region` IS NULL OR toString(s.`region`) = '')) OR s.`score` < {p6:Float64}) AND ((s.`day` >= toDate32({p7:String}) AND s.`day` <= toDate32({p8:String})) OR s.`active` IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2"
-- 2 filter: "EU"
-- 3 filter: "US"
-- 4 filter: "EU"
-- 5 filter: "US"
-- 6 filter: "4"
-- 7 filter: "2025-05-10"
-- 8 filter: "2026-03-20"
