WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0
  FROM "orders" AS s
  WHERE (s."region" = $1 AND CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text))
    AND ((s."created" >= CAST($3 AS timestamptz) AND s."created" < CAST($4 AS timestamptz) AND to_timestamp(floor((extract(epoch FROM CAST(s."created" AS timestamptz)) - 1800) / 3600) * 3600 + 1800) = CAST($5 AS timestamptz)) AND (to_timestamp(floor((extract(epoch FROM CAST(s."local" AS timestamp) AT TIME ZONE 'America/New_York') - 0) / 3600) * 3600 + 0) <> CAST($6 AS timestamptz) OR s."local" IS NULL) AND ((s."day" >= CAST($7 AS date) AND s."day" <= CAST($8 AS date)) OR s."day" IS NULL) AND (((s."day" < CAST($9 AS date) OR s."day" > CAST($10 AS date)) AND (s."day" < CAST($11 AS date) OR s."day" > CAST($12 AS date))) OR s."day" IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-10-25T00:30:00Z"
-- 4 filter: "2025-10-27T01:30:00Z"
-- 5 filter: "2025-10-26T00:30:00Z"
-- 6 filter: "2025-10-26T00:00:00Z"
-- 7 filter: "2025-10-01"
-- 8 filter: "2025-12-31"
-- 9 filter: "2025-10-01"
-- 10 filter: "2025-10-31"
-- 11 filter: "2025-12-01"
-- 12 filter: "2025-12-31"
