WITH base AS (
  SELECT CASE WHEN toTimeZone(s.`created`, 'UTC') < toDateTime64({p1:String}, 6, 'UTC') THEN addMinutes(toStartOfHour(subtractMinutes(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'UTC'), 0)), 0) ELSE addMinutes(toStartOfHour(subtractMinutes(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'UTC'), 30)), 30) END AS k0
  FROM `orders` AS s
  WHERE (s.`created` >= toDateTime64({p2:String}, 6, 'UTC') AND s.`created` < toDateTime64({p3:String}, 6, 'UTC'))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-04-05 15:30:00.000"
-- 2 filter: "2025-04-03 13:00:00"
-- 3 filter: "2025-04-07 13:30:00"
