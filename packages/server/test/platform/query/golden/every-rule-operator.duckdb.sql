WITH base AS (
  SELECT s."id" AS k0
  FROM "orders" AS s
  WHERE ((CAST(s."region" AS VARCHAR) = CAST($1 AS VARCHAR) OR CAST(s."region" AS VARCHAR) IN (CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), CAST($4 AS VARCHAR)) OR contains(CAST(s."region" AS VARCHAR), CAST($5 AS VARCHAR)) OR (CAST(s."region" AS VARCHAR) <> CAST($6 AS VARCHAR) AND CAST(s."region" AS VARCHAR) NOT IN (CAST($7 AS VARCHAR), CAST($8 AS VARCHAR)) AND CAST(s."region" AS VARCHAR) > CAST($9 AS VARCHAR)) OR CAST(s."region" AS VARCHAR) IN (CAST($10 AS VARCHAR), CAST($11 AS VARCHAR)) OR (s."region" IS NULL OR CAST(s."region" AS VARCHAR) = '')) AND s."quantity" >= CAST($12 AS BIGINT) AND s."id" < CAST($13 AS BIGINT) AND s."id" NOT IN (CAST($14 AS BIGINT), CAST($15 AS BIGINT)) AND ((s."amount" >= CAST($16 AS DECIMAL(38, 10)) AND s."amount" <= CAST($17 AS DECIMAL(38, 10))) OR s."score" = CAST($18 AS DOUBLE)) AND (s."active" = CAST($19 AS BOOLEAN) OR s."active" IS NULL) AND s."day" > CAST($20 AS DATE) AND s."created" > CAST($21 AS TIMESTAMPTZ) AND s."local" <= CAST($22 AS TIMESTAMP))
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
-- 22 constant: "2026-05-31T20:00:00"
