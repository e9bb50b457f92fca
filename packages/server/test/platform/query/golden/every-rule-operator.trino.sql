WITH base AS (
  SELECT s."id" AS k0
  FROM "orders" AS s
  WHERE ((CAST(s."region" AS varchar) = CAST(? AS varchar) OR CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar)) OR strpos(CAST(s."region" AS varchar), CAST(? AS varchar)) > 0 OR (CAST(s."region" AS varchar) <> CAST(? AS varchar) AND CAST(s."region" AS varchar) NOT IN (CAST(? AS varchar), CAST(? AS varchar)) AND CAST(s."region" AS varchar) > CAST(? AS varchar)) OR CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar)) OR (s."region" IS NULL OR CAST(s."region" AS varchar) = '')) AND s."quantity" >= CAST(? AS bigint) AND s."id" < CAST(? AS bigint) AND s."id" NOT IN (CAST(? AS bigint), CAST(? AS bigint)) AND ((s."amount" >= CAST(? AS decimal(38, 10)) AND s."amount" <= CAST(? AS decimal(38, 10))) OR s."score" = CAST(? AS double)) AND (s."active" = CAST(? AS boolean) OR s."active" IS NULL) AND s."day" > CAST(? AS date) AND s."created" > from_iso8601_timestamp_nanos(?) AND s."local" <= CAST(? AS timestamp(6)))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.part: "0%"
-- 6 constant: "EU"
-- 7 constant: "eu"
-- 8 constant: "US"
-- 9 constant: "E"
-- 10 groups: "EU"
-- 11 groups: "US"
-- 12 constant: "1"
-- 13 constant: "9007199254740993"
-- 14 constant: "5"
-- 15 constant: "6"
-- 16 attributes.floor: "10"
-- 17 attributes.ceiling: "90.5"
-- 18 constant: "0.125"
-- 19 attributes.active: "true"
-- 20 attributes.since: "2025-03-01"
-- 21 attributes.at: "2025-03-01T07:00:00Z"
-- 22 constant: "2026-05-31 20:00:00"
