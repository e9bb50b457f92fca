WITH base AS (
  SELECT CASE WHEN CAST(s."created" AS timestamp(6) with time zone) < from_iso8601_timestamp_nanos(?) THEN date_trunc('hour', at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'UTC')) ELSE date_add('minute', 30, date_trunc('hour', date_add('minute', -30, at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'UTC')))) END AS k0
  FROM "orders" AS s
  WHERE (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-04-05T15:30:00.000Z"
-- 2 filter: "2025-04-03T13:00:00Z"
-- 3 filter: "2025-04-07T13:30:00Z"
