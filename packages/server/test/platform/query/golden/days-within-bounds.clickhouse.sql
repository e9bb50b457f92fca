WITH base AS (
  SELECT toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS k0
  FROM `orders` AS s
  WHERE (s.`created` >= toDateTime64({p1:String}, 6, 'UTC') AND s.`created` < toDateTime64({p2:String}, 6, 'UTC'))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-02-28 23:00:00"
-- 2 filter: "2025-12-31 23:00:00"
