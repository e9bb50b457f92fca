WITH base AS (
  SELECT ((startsWith((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') > 10) THEN concat({p1:String}, lower(toString(s.`customer`))) WHEN (toString(s.`region`) IS NULL) THEN {p2:String} ELSE trim(BOTH ' ' FROM toString(s.`region`)) END), {p3:String})) AND (NOT ((accurateCast(s.`quantity`, 'Nullable(Int64)') = 12) OR (accurateCast(s.`quantity`, 'Nullable(Int64)') = 13)))) AS k0, NULL AS v0, ((s.`amount` * toDecimal128('0.93', 2)) - toDecimal128('0.5', 1)) AS v1
  FROM `orders` AS s
  WHERE ((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END) >= toDate32({p4:String}) AND (CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END) < toDate32({p5:String}))
  UNION ALL
  SELECT ((startsWith((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') > 10) THEN concat({p6:String}, lower(toString(s.`customer`))) WHEN (toString(s.`region`) IS NULL) THEN {p7:String} ELSE trim(BOTH ' ' FROM toString(s.`region`)) END), {p8:String})) AND (NOT ((accurateCast(s.`quantity`, 'Nullable(Int64)') = 12) OR (accurateCast(s.`quantity`, 'Nullable(Int64)') = 13)))) AS k0, ((s.`amount` * toDecimal128('0.93', 2)) - toDecimal128('0.5', 1)) AS v0, NULL AS v1
  FROM `orders` AS s
  WHERE ((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END) >= toDate32({p9:String}) AND (CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END) <= toDate32({p10:String}))
)
SELECT k0 AS d0, sumOrNull(v0) AS m0, sumOrNull(v1) AS p0
FROM base
GROUP BY k0
ORDER BY sumOrNull(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 constant: "large "
-- 2 constant: "none"
-- 3 constant: "large"
-- 4 filter: "2024-11-01"
-- 5 filter: "2025-06-01"
-- 6 constant: "large "
-- 7 constant: "none"
-- 8 constant: "large"
-- 9 filter: "2025-06-01"
-- 10 filter: "2025-12-31"
