WITH base AS (
  SELECT toString((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') > 10) THEN concat({p1:String}, lower(toString(s.`customer`))) WHEN (toString(s.`region`) IS NULL) THEN {p2:String} ELSE trim(BOTH ' ' FROM toString(s.`region`)) END)) AS k0, toStartOfMonth((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END)) AS k1, ((startsWith((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') > 10) THEN concat({p3:String}, lower(toString(s.`customer`))) WHEN (toString(s.`region`) IS NULL) THEN {p4:String} ELSE trim(BOTH ' ' FROM toString(s.`region`)) END), {p5:String})) AND (NOT ((accurateCast(s.`quantity`, 'Nullable(Int64)') = 12) OR (accurateCast(s.`quantity`, 'Nullable(Int64)') = 13)))) AS k2, ((s.`amount` * toDecimal128('0.93', 2)) - toDecimal128('0.5', 1)) AS v0, (toFloat64(((s.`amount` * toDecimal128('0.93', 2)) - toDecimal128('0.5', 1))) / nullIf(toFloat64(s.`quantity`), 0)) AS v1, s.`quantity` AS v2, toString((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') > 10) THEN concat({p6:String}, lower(toString(s.`customer`))) WHEN (toString(s.`region`) IS NULL) THEN {p7:String} ELSE trim(BOTH ' ' FROM toString(s.`region`)) END)) AS v3
  FROM `orders` AS s
  WHERE toString((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') > 10) THEN concat({p8:String}, lower(toString(s.`customer`))) WHEN (toString(s.`region`) IS NULL) THEN {p9:String} ELSE trim(BOTH ' ' FROM toString(s.`region`)) END)) IN ({p10:String}, {p11:String}, {p12:String}, {p13:String}, {p14:String}, {p15:String})
    AND (((s.`amount` * toDecimal128('0.93', 2)) - toDecimal128('0.5', 1)) > toDecimal128({p16:String}, 10) AND (COALESCE(toInt64((toInt64(toHour(toTimeZone(s.`created`, 'Europe/Zurich'))))), toInt64((-1))) % nullIf(12, 0)) <> {p17:Int64} AND ((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END) >= toDate32({p18:String}) AND (CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END) <= toDate32({p19:String})))
)
SELECT k0 AS d0, k1 AS d1, k2 AS d2, sumOrNull(v0) AS m0, maxOrNull(v1) AS m1, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(toInt128(v2))), 0)) AS m2, maxOrNull(v3) AS m3
FROM base
GROUP BY k0, k1, k2
ORDER BY sumOrNull(v0) DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST, k2 ASC NULLS LAST
LIMIT 1001
-- 1 constant: "large "
-- 2 constant: "none"
-- 3 constant: "large "
-- 4 constant: "none"
-- 5 constant: "large"
-- 6 constant: "large "
-- 7 constant: "none"
-- 8 constant: "large "
-- 9 constant: "none"
-- 10 constant: "large customer 1"
-- 11 constant: "EU"
-- 12 constant: "US"
-- 13 constant: "eu"
-- 14 constant: "none"
-- 15 constant: "12abc"
-- 16 filter: "1"
-- 17 filter: "5"
-- 18 filter: "2025-01-15"
-- 19 filter: "2026-06-30"

WITH base AS (
  SELECT ((s.`amount` * toDecimal128('0.93', 2)) - toDecimal128('0.5', 1)) AS v0, (toFloat64(((s.`amount` * toDecimal128('0.93', 2)) - toDecimal128('0.5', 1))) / nullIf(toFloat64(s.`quantity`), 0)) AS v1, s.`quantity` AS v2, toString((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') > 10) THEN concat({p1:String}, lower(toString(s.`customer`))) WHEN (toString(s.`region`) IS NULL) THEN {p2:String} ELSE trim(BOTH ' ' FROM toString(s.`region`)) END)) AS v3
  FROM `orders` AS s
  WHERE toString((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') > 10) THEN concat({p3:String}, lower(toString(s.`customer`))) WHEN (toString(s.`region`) IS NULL) THEN {p4:String} ELSE trim(BOTH ' ' FROM toString(s.`region`)) END)) IN ({p5:String}, {p6:String}, {p7:String}, {p8:String}, {p9:String}, {p10:String})
    AND (((s.`amount` * toDecimal128('0.93', 2)) - toDecimal128('0.5', 1)) > toDecimal128({p11:String}, 10) AND (COALESCE(toInt64((toInt64(toHour(toTimeZone(s.`created`, 'Europe/Zurich'))))), toInt64((-1))) % nullIf(12, 0)) <> {p12:Int64} AND ((CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END) >= toDate32({p13:String}) AND (CASE WHEN (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -150000 AND 150000 AND toInt64(toInt32(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)))) + (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2) BETWEEN -25567 AND 120529 THEN addDays(CAST(toDate32(toTimeZone(toTimeZone(s.`created`, 'UTC'), 'Europe/Zurich')) AS Nullable(Date32)), (accurateCast(s.`quantity`, 'Nullable(Int64)') * 2)) END) <= toDate32({p14:String})))
)
SELECT sumOrNull(v0) AS m0, maxOrNull(v1) AS m1, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(toInt128(v2))), 0)) AS m2, maxOrNull(v3) AS m3
FROM base
LIMIT 2
-- 1 constant: "large "
-- 2 constant: "none"
-- 3 constant: "large "
-- 4 constant: "none"
-- 5 constant: "large customer 1"
-- 6 constant: "EU"
-- 7 constant: "US"
-- 8 constant: "eu"
-- 9 constant: "none"
-- 10 constant: "12abc"
-- 11 filter: "1"
-- 12 filter: "5"
-- 13 filter: "2025-01-15"
-- 14 filter: "2026-06-30"
