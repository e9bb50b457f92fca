WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) = CAST(? AS varchar)
    AND ((s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?) AND (CAST(s."created" AS timestamp(6) with time zone) >= from_iso8601_timestamp_nanos(?) AND CAST(s."created" AS timestamp(6) with time zone) < from_iso8601_timestamp_nanos(?))) AND ((with_timezone(CAST(s."local" AS timestamp(6)), 'America/New_York') < from_iso8601_timestamp_nanos(?) OR with_timezone(CAST(s."local" AS timestamp(6)), 'America/New_York') >= from_iso8601_timestamp_nanos(?)) OR s."local" IS NULL) AND ((s."day" >= CAST(? AS date) AND s."day" <= CAST(? AS date)) OR s."day" IS NULL) AND (((s."day" < CAST(? AS date) OR s."day" > CAST(? AS date)) AND (s."day" < CAST(? AS date) OR s."day" > CAST(? AS date))) OR s."day" IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 filter: "2025-10-27T11:30:00Z"
-- 3 filter: "2025-10-29T12:30:00Z"
-- 4 filter: "2025-10-28T11:30:00Z"
-- 5 filter: "2025-10-28T12:30:00.000Z"
-- 6 filter: "2025-10-26T00:00:00Z"
-- 7 filter: "2025-10-26T01:00:00.000Z"
-- 8 filter: "2025-10-01"
-- 9 filter: "2025-12-31"
-- 10 filter: "2025-11-01"
-- 11 filter: "2025-11-30"
-- 12 filter: "2025-12-01"
-- 13 filter: "2025-12-31"
