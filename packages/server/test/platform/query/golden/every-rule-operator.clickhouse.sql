WITH base AS (
  SELECT s.`id` AS k0
  FROM `orders` AS s
  WHERE (((s.`region` = {p1:String} AND toString(s.`region`) = {p2:String}) OR (s.`region` IN ({p3:String}, {p4:String}, {p5:String}) AND toString(s.`region`) IN ({p6:String}, {p7:String}, {p8:String})) OR position(toString(s.`region`), {p9:String}) > 0 OR (toString(s.`region`) <> {p10:String} AND toString(s.`region`) NOT IN ({p11:String}, {p12:String}) AND toString(s.`region`) > {p13:String}) OR (s.`region` IN ({p14:String}, {p15:String}) AND toString(s.`region`) IN ({p16:String}, {p17:String})) OR (s.`region` IS NULL OR toString(s.`region`) = '')) AND s.`quantity` >= {p18:Int64} AND s.`id` < {p19:Int64} AND s.`id` NOT IN ({p20:Int64}, {p21:Int64}) AND ((s.`amount` >= toDecimal128({p22:String}, 10) AND s.`amount` <= toDecimal128({p23:String}, 10)) OR s.`score` = {p24:Float64}) AND (s.`active` = {p25:Bool} OR s.`active` IS NULL) AND s.`day` > toDate32({p26:String}) AND s.`created` > toDateTime64({p27:String}, 6, 'UTC') AND s.`local` <= toDateTime64({p28:String}, 6, 'UTC'))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 attributes.part: "0%"
-- 10 constant: "EU"
-- 11 constant: "eu"
-- 12 constant: "US"
-- 13 constant: "E"
-- 14 groups: "EU"
-- 15 groups: "US"
-- 16 groups: "EU"
-- 17 groups: "US"
-- 18 constant: "1"
-- 19 constant: "9007199254740993"
-- 20 constant: "5"
-- 21 constant: "6"
-- 22 attributes.floor: "10"
-- 23 attributes.ceiling: "90.5"
-- 24 constant: "0.125"
-- 25 attributes.active: "true"
-- 26 attributes.since: "2025-03-01"
-- 27 attributes.at: "2025-03-01 07:00:00"
-- 28 constant: "2026-05-31 20:00:00"
