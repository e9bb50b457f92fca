WITH base AS (
  SELECT CAST(s."region" AS VARCHAR) AS k0
  FROM "orders" AS s
  WHERE CAST(s."region" AS VARCHAR) = CAST($1 AS VARCHAR)
    AND ((s."created" >= CAST($2 AS TIMESTAMPTZ) AND s."created" < CAST($3 AS TIMESTAMPTZ) AND (CAST(s."created" AS TIMESTAMPTZ) >= CAST($4 AS TIMESTAMPTZ) AND CAST(s."created" AS TIMESTAMPTZ) < CAST($5 AS TIMESTAMPTZ))) AND ((CAST(s."local" AS TIMESTAMP) AT TIME ZONE 'America/New_York' < CAST($6 AS TIMESTAMPTZ) OR CAST(s."local" AS TIMESTAMP) AT TIME ZONE 'America/New_York' >= CAST($7 AS TIMESTAMPTZ)) OR s."local" IS NULL) AND ((s."day" >= CAST($8 AS DATE) AND s."day" <= CAST($9 AS DATE)) OR s."day" IS NULL) AND (((s."day" < CAST($10 AS DATE) OR s."day" > CAST($11 AS DATE)) AND (s."day" < CAST($12 AS DATE) OR s."day" > CAST($13 AS DATE))) OR s."day" IS NULL))
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
