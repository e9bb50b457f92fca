WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0, s."active" AS k1
  FROM "orders" AS s
  WHERE (starts_with(CAST(s."customer" AS text) COLLATE "C", CAST($1 AS text)) AND strpos(CAST(s."customer" AS text) COLLATE "C", CAST($2 AS text)) > 0 AND CAST(s."region" AS text) COLLATE "C" NOT IN (CAST($3 AS text), CAST($4 AS text), CAST($5 AS text)) AND (s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND s."id" <= CAST($6 AS bigint) AND (s."created" >= CAST($7 AS timestamptz) AND s."created" < CAST($8 AS timestamptz)) AND (s."created" < CAST($9 AS timestamptz) OR s."created" >= CAST($10 AS timestamptz)) AND s."local" > CAST($11 AS timestamp) AND s."score" > CAST($12 AS double precision))
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
-- 11 filter: "2025-01-10T02:30:00"
-- 12 filter: "0.25"
