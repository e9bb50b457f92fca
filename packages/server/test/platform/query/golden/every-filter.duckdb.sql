WITH base AS (
  SELECT CAST(s."region" AS VARCHAR) AS k0, s."active" AS k1
  FROM "orders" AS s
  WHERE (starts_with(CAST(s."customer" AS VARCHAR), CAST($1 AS VARCHAR)) AND contains(CAST(s."customer" AS VARCHAR), CAST($2 AS VARCHAR)) AND CAST(s."region" AS VARCHAR) NOT IN (CAST($3 AS VARCHAR), CAST($4 AS VARCHAR), CAST($5 AS VARCHAR)) AND (s."region" IS NOT NULL AND CAST(s."region" AS VARCHAR) <> '') AND s."id" <= CAST($6 AS BIGINT) AND (s."created" >= CAST($7 AS TIMESTAMPTZ) AND s."created" < CAST($8 AS TIMESTAMPTZ)) AND (s."created" < CAST($9 AS TIMESTAMPTZ) OR s."created" >= CAST($10 AS TIMESTAMPTZ)) AND s."local" > CAST($11 AS TIMESTAMP) AND s."score" > CAST($12 AS DOUBLE))
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
