WITH base AS (
  SELECT toString(s.`region`) AS k0
  FROM `orders` AS s
  WHERE (s.`region` = {p1:String} AND toString(s.`region`) = {p2:String})
    AND ((s.`created` >= toDateTime64({p3:String}, 6, 'UTC') AND s.`created` < toDateTime64({p4:String}, 6, 'UTC') AND (toTimeZone(s.`created`, 'UTC') >= toDateTime64({p5:String}, 6, 'UTC') AND toTimeZone(s.`created`, 'UTC') < toDateTime64({p6:String}, 6, 'UTC'))) AND ((toTimeZone(toDateTime64(toString(toTimeZone(s.`local`, 'UTC')), 6, 'America/New_York'), 'UTC') < toDateTime64({p7:String}, 6, 'UTC') OR toTimeZone(toDateTime64(toString(toTimeZone(s.`local`, 'UTC')), 6, 'America/New_York'), 'UTC') >= toDateTime64({p8:String}, 6, 'UTC')) OR s.`local` IS NULL) AND ((s.`day` >= toDate32({p9:String}) AND s.`day` <= toDate32({p10:String})) OR s.`day` IS NULL) AND (((s.`day` < toDate32({p11:String}) OR s.`day` > toDate32({p12:String})) AND (s.`day` < toDate32({p13:String}) OR s.`day` > toDate32({p14:String}))) OR s.`day` IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-10-27 11:30:00"
-- 4 filter: "2025-10-29 12:30:00"
-- 5 filter: "2025-10-28 11:30:00"
-- 6 filter: "2025-10-28 12:30:00.000"
-- 7 filter: "2025-10-26 00:00:00"
-- 8 filter: "2025-10-26 01:00:00.000"
-- 9 filter: "2025-10-01"
-- 10 filter: "2025-12-31"
-- 11 filter: "2025-11-01"
-- 12 filter: "2025-11-30"
-- 13 filter: "2025-12-01"
-- 14 filter: "2025-12-31"
