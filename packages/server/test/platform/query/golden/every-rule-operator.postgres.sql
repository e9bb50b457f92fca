WITH base AS (
  SELECT s."id" AS k0
  FROM "orders" AS s
  WHERE (((s."region" = $1 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text) THEN 1 END IS NOT NULL) OR (s."region" IN ($3, $4, $5) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($6 AS text), CAST($7 AS text), CAST($8 AS text)) THEN 1 END IS NOT NULL) OR strpos(CAST(s."region" AS text) COLLATE "C", CAST($9 AS text)) > 0 OR (CAST(s."region" AS text) COLLATE "C" <> CAST($10 AS text) AND CAST(s."region" AS text) COLLATE "C" NOT IN (CAST($11 AS text), CAST($12 AS text)) AND CAST(s."region" AS text) COLLATE "C" > CAST($13 AS text)) OR (s."region" IN ($14, $15) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($16 AS text), CAST($17 AS text)) THEN 1 END IS NOT NULL) OR (s."region" IS NULL OR CAST(s."region" AS text) COLLATE "C" = '')) AND s."quantity" >= CAST($18 AS bigint) AND s."id" < CAST($19 AS bigint) AND s."id" NOT IN (CAST($20 AS bigint), CAST($21 AS bigint)) AND ((s."amount" >= CAST($22 AS numeric) AND s."amount" <= CAST($23 AS numeric)) OR s."score" = CAST($24 AS double precision)) AND (s."active" = CAST($25 AS boolean) OR s."active" IS NULL) AND s."day" > CAST($26 AS date) AND s."created" > CAST($27 AS timestamptz) AND s."local" <= CAST($28 AS timestamp))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 attributes.part: "0%"
-- 10 constant: "EU"
-- 11 constant: "eu"
-- 12 constant: "US"
-- 13 constant: "E"
-- 14 groups: "EU"
-- 15 groups: "US"
-- 16 groups: "EU"
-- 17 groups: "US"
-- 18 constant: "1"
-- 19 constant: "9007199254740993"
-- 20 constant: "5"
-- 21 constant: "6"
-- 22 attributes.floor: "10"
-- 23 attributes.ceiling: "90.5"
-- 24 constant: "0.125"
-- 25 attributes.active: "true"
-- 26 attributes.since: "2025-03-01"
-- 27 attributes.at: "2025-03-01T07:00:00Z"
-- 28 constant: "2026-05-31T20:00:00"
