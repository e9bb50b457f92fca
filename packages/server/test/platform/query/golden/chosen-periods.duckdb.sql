WITH base AS (
  SELECT CAST(s."region" AS VARCHAR) AS k0
  FROM "orders" AS s
  WHERE CAST(s."region" AS VARCHAR) = CAST($1 AS VARCHAR)
    AND ((s."created" >= CAST($2 AS TIMESTAMPTZ) AND s."created" < CAST($3 AS TIMESTAMPTZ) AND to_timestamp(floor((epoch(CAST(s."created" AS TIMESTAMPTZ)) - 1800) / 3600) * 3600 + 1800) = CAST($4 AS TIMESTAMPTZ)) AND (to_timestamp(floor((epoch(CAST(s."local" AS TIMESTAMP) AT TIME ZONE 'America/New_York') - 0) / 3600) * 3600 + 0) <> CAST($5 AS TIMESTAMPTZ) OR s."local" IS NULL) AND ((s."day" >= CAST($6 AS DATE) AND s."day" <= CAST($7 AS DATE)) OR s."day" IS NULL) AND (((s."day" < CAST($8 AS DATE) OR s."day" > CAST($9 AS DATE)) AND (s."day" < CAST($10 AS DATE) OR s."day" > CAST($11 AS DATE))) OR s."day" IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 filter: "2025-10-25T00:30:00Z"
-- 3 filter: "2025-10-27T01:30:00Z"
-- 4 filter: "2025-10-26T00:30:00Z"
-- 5 filter: "2025-10-26T00:00:00Z"
-- 6 filter: "2025-10-01"
-- 7 filter: "2025-12-31"
-- 8 filter: "2025-10-01"
-- 9 filter: "2025-10-31"
-- 10 filter: "2025-12-01"
-- 11 filter: "2025-12-31"
