WITH base AS (
  SELECT toString(s.`region`) AS k0, s.`active` AS k1
  FROM `orders` AS s
  WHERE (startsWith(toString(s.`customer`), {p1:String}) AND position(toString(s.`customer`), {p2:String}) > 0 AND toString(s.`region`) NOT IN ({p3:String}, {p4:String}, {p5:String}) AND (s.`region` IS NOT NULL AND toString(s.`region`) <> '') AND s.`id` <= {p6:Int64} AND (s.`created` >= toDateTime64({p7:String}, 6, 'UTC') AND s.`created` < toDateTime64({p8:String}, 6, 'UTC')) AND (s.`created` < toDateTime64({p9:String}, 6, 'UTC') OR s.`created` >= toDateTime64({p10:String}, 6, 'UTC')) AND s.`local` > toDateTime64({p11:String}, 6, 'UTC') AND s.`score` > {p12:Float64})
)
SELECT k0 AS d0, k1 AS d1, COUNT(*) AS m0
FROM base
GROUP BY k0, k1
ORDER BY COUNT(*) ASC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 8
-- 1 filter: "customer"
-- 2 filter: "mer "
-- 3 filter: "US"
-- 4 filter: "us"
-- 5 filter: "EU "
-- 6 filter: "110"
-- 7 filter: "2025-01-31 23:00:00"
-- 8 filter: "2026-01-31 23:00:00"
-- 9 filter: "2025-06-04 22:00:00"
-- 10 filter: "2025-06-05 22:00:00"
-- 11 filter: "2025-01-10 02:30:00"
-- 12 filter: "0.25"
