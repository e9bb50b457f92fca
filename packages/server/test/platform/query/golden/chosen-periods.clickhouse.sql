WITH base AS (
  SELECT toString(s.`region`) AS k0
  FROM `orders` AS s
  WHERE (s.`region` = {p1:String} AND toString(s.`region`) = {p2:String})
    AND ((s.`created` >= toDateTime64({p3:String}, 6, 'UTC') AND s.`created` < toDateTime64({p4:String}, 6, 'UTC') AND addMinutes(toStartOfHour(subtractMinutes(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'UTC'), 30)), 30) = toDateTime64({p5:String}, 6, 'UTC')) AND (addMinutes(toStartOfHour(subtractMinutes(toTimeZone(toTimeZone(toDateTime64(toString(toTimeZone(s.`local`, 'UTC')), 6, 'America/New_York'), 'UTC'), 'UTC'), 0)), 0) <> toDateTime64({p6:String}, 6, 'UTC') OR s.`local` IS NULL) AND ((s.`day` >= toDate32({p7:String}) AND s.`day` <= toDate32({p8:String})) OR s.`day` IS NULL) AND (((s.`day` < toDate32({p9:String}) OR s.`day` > toDate32({p10:String})) AND (s.`day` < toDate32({p11:String}) OR s.`day` > toDate32({p12:String}))) OR s.`day` IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-10-25 00:30:00"
-- 4 filter: "2025-10-27 01:30:00"
-- 5 filter: "2025-10-26 00:30:00"
-- 6 filter: "2025-10-26 00:00:00"
-- 7 filter: "2025-10-01"
-- 8 filter: "2025-12-31"
-- 9 filter: "2025-10-01"
-- 10 filter: "2025-10-31"
-- 11 filter: "2025-12-01"
-- 12 filter: "2025-12-31"
