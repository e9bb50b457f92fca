WITH base AS (
  SELECT date_trunc('hour', at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'UTC')) AS k0, CASE WHEN s."created" >= from_iso8601_timestamp_nanos(?) THEN s."quantity" END AS v0, CASE WHEN s."created" >= from_iso8601_timestamp_nanos(?) THEN s."quantity" END AS v1, s."quantity" AS v2
  FROM "orders" AS s
  WHERE (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?))
),
grouped AS (
  SELECT k0, SUM(CAST(v0 AS decimal(38, 0))) AS a0, SUM(CAST(v1 AS decimal(38, 0))) AS a1, SUM(CAST(v2 AS decimal(38, 0))) AS a2
  FROM base
  GROUP BY k0
),
window0 AS (
  SELECT g.*, SUM(CAST(a1 AS decimal(38, 0))) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY CAST(floor(to_unixtime(k0) / 3600) AS bigint) RANGE BETWEEN 29 PRECEDING AND CURRENT ROW) AS w0, SUM(CAST(a2 AS decimal(38, 0))) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, date_add('day', -((day_of_week(CAST(at_timezone(CAST(k0 AS timestamp(6) with time zone), 'Europe/Zurich') AS date)) + 6) % 7), CAST(at_timezone(CAST(k0 AS timestamp(6) with time zone), 'Europe/Zurich') AS date)) ORDER BY k0) AS w1
  FROM grouped AS g
),
measured AS (
  SELECT k0, a0 AS m0, (CAST(w0 AS double) / NULLIF(CAST(30 AS double), 0)) AS m1, w1 AS m2
  FROM window0
  WHERE k0 >= from_iso8601_timestamp_nanos(?)
)
SELECT k0 AS d0, m0, m1, m2
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-09T22:00:00Z"
-- 2 filter: "2025-05-07T22:00:00Z"
-- 3 filter: "2025-05-04T22:00:00Z"
-- 4 filter: "2025-08-20T22:00:00Z"
-- 5 filter: "2025-05-09T22:00:00Z"
