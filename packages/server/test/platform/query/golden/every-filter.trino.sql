WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0, s."active" AS k1
  FROM "orders" AS s
  WHERE (starts_with(CAST(s."customer" AS varchar), CAST(? AS varchar)) AND strpos(CAST(s."customer" AS varchar), CAST(? AS varchar)) > 0 AND CAST(s."region" AS varchar) NOT IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar)) AND (s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> '') AND s."id" <= CAST(? AS bigint) AND (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)) AND (s."created" < from_iso8601_timestamp_nanos(?) OR s."created" >= from_iso8601_timestamp_nanos(?)) AND s."local" > CAST(? AS timestamp(6)) AND s."score" > CAST(? AS double))
)
SELECT k0 AS d0, k1 AS d1, COUNT(*) AS m0
FROM base
GROUP BY k0, k1
ORDER BY COUNT(*) ASC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 8
-- 1 filter: "customer"
-- 2 filter: "mer "
-- 3 filter: "US"
-- 4 filter: "us"
-- 5 filter: "EU "
-- 6 filter: "110"
-- 7 filter: "2025-01-31T23:00:00Z"
-- 8 filter: "2026-01-31T23:00:00Z"
-- 9 filter: "2025-06-04T22:00:00Z"
-- 10 filter: "2025-06-05T22:00:00Z"
-- 11 filter: "2025-01-10 02:30:00"
-- 12 filter: "0.25"
