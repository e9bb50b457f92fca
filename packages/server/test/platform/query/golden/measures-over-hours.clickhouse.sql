WITH base AS (
  SELECT addMinutes(toStartOfHour(subtractMinutes(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'UTC'), 0)), 0) AS k0, CASE WHEN s.`created` >= toDateTime64({p1:String}, 6, 'UTC') THEN s.`quantity` END AS v0, CASE WHEN s.`created` >= toDateTime64({p2:String}, 6, 'UTC') THEN s.`quantity` END AS v1, s.`quantity` AS v2
  FROM `orders` AS s
  WHERE (s.`created` >= toDateTime64({p3:String}, 6, 'UTC') AND s.`created` < toDateTime64({p4:String}, 6, 'UTC'))
),
grouped AS (
  SELECT k0, sumOrNull(toInt128(v0)) AS a0, sumOrNull(toInt128(v1)) AS a1, sumOrNull(toInt128(v2)) AS a2
  FROM base
  GROUP BY k0
),
window0 AS (
  SELECT g.*, sumOrNull(toInt128(a1)) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY toInt32(dateDiff('hour', toDateTime64(0, 0, 'UTC'), k0)) RANGE BETWEEN 29 PRECEDING AND CURRENT ROW) AS w0, sumOrNull(toInt128(a2)) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, subtractDays(toDate32(toTimeZone(toTimeZone(k0, 'UTC'), 'Europe/Zurich')), (toDayOfWeek(toDate32(toTimeZone(toTimeZone(k0, 'UTC'), 'Europe/Zurich'))) + 6) % 7) ORDER BY k0) AS w1
  FROM grouped AS g
),
measured AS (
  SELECT k0, a0 AS m0, (toFloat64(w0) / nullIf(toFloat64(30), 0)) AS m1, w1 AS m2
  FROM window0
  WHERE k0 >= toDateTime64({p5:String}, 6, 'UTC')
)
SELECT k0 AS d0, m0, m1, m2
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-09 22:00:00"
-- 2 filter: "2025-05-07 22:00:00"
-- 3 filter: "2025-05-04 22:00:00"
-- 4 filter: "2025-08-20 22:00:00"
-- 5 filter: "2025-05-09 22:00:00"
