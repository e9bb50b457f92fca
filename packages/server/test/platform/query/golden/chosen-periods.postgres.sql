WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0
  FROM "orders" AS s
  WHERE (s."region" = $1 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text) THEN 1 END IS NOT NULL)
    AND ((s."created" >= CAST($3 AS timestamptz) AND s."created" < CAST($4 AS timestamptz) AND (CAST(s."created" AS timestamptz) >= CAST($5 AS timestamptz) AND CAST(s."created" AS timestamptz) < CAST($6 AS timestamptz))) AND ((CAST(s."local" AS timestamp) AT TIME ZONE 'America/New_York' < CAST($7 AS timestamptz) OR CAST(s."local" AS timestamp) AT TIME ZONE 'America/New_York' >= CAST($8 AS timestamptz)) OR s."local" IS NULL) AND ((s."day" >= CAST($9 AS date) AND s."day" <= CAST($10 AS date)) OR s."day" IS NULL) AND (((s."day" < CAST($11 AS date) OR s."day" > CAST($12 AS date)) AND (s."day" < CAST($13 AS date) OR s."day" > CAST($14 AS date))) OR s."day" IS NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-10-27T11:30:00Z"
-- 4 filter: "2025-10-29T12:30:00Z"
-- 5 filter: "2025-10-28T11:30:00Z"
-- 6 filter: "2025-10-28T12:30:00.000Z"
-- 7 filter: "2025-10-26T00:00:00Z"
-- 8 filter: "2025-10-26T01:00:00.000Z"
-- 9 filter: "2025-10-01"
-- 10 filter: "2025-12-31"
-- 11 filter: "2025-11-01"
-- 12 filter: "2025-11-30"
-- 13 filter: "2025-12-01"
-- 14 filter: "2025-12-31"
