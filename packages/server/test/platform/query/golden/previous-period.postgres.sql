WITH base AS (
  SELECT CAST(date_trunc('month', CAST(CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS timestamp)) AS date) AS k0, 1 AS v0, CAST(NULL AS bigint) AS v1, s."amount" AS v2, CAST(NULL AS numeric) AS v3, CAST(s."customer" AS text) COLLATE "C" AS v4, CAST(NULL AS text) COLLATE "C" AS v5, s."score" AS v6, CAST(NULL AS double precision) AS v7, s."quantity" AS v8, CAST(NULL AS bigint) AS v9
  FROM "orders" AS s
  WHERE ((s."created" >= CAST($1 AS timestamptz) AND s."created" < CAST($2 AS timestamptz)) AND (s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> ''))
  UNION ALL
  SELECT CAST(date_trunc('month', CAST(CAST(CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) + INTERVAL '6 months' AS date) AS timestamp)) AS date) AS k0, CAST(NULL AS bigint) AS v0, 1 AS v1, CAST(NULL AS numeric) AS v2, s."amount" AS v3, CAST(NULL AS text) COLLATE "C" AS v4, CAST(s."customer" AS text) COLLATE "C" AS v5, CAST(NULL AS double precision) AS v6, s."score" AS v7, CAST(NULL AS bigint) AS v8, s."quantity" AS v9
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND (s."created" >= CAST($3 AS timestamptz) AND s."created" < CAST($4 AS timestamptz)))
)
SELECT k0 AS d0, COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(DISTINCT v4) AS m2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v6 AS double precision)) AS m3, (CAST(SUM(v2) AS double precision) / NULLIF(CAST(SUM(v8) AS double precision), 0)) AS m4, COUNT(v1) AS p0, SUM(v3) AS p1, COUNT(DISTINCT v5) AS p2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v7 AS double precision)) AS p3, (CAST(SUM(v3) AS double precision) / NULLIF(CAST(SUM(v9) AS double precision), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-12-31T23:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"

WITH base AS (
  SELECT 1 AS v0, CAST(NULL AS bigint) AS v1, s."amount" AS v2, CAST(NULL AS numeric) AS v3, CAST(s."customer" AS text) COLLATE "C" AS v4, CAST(NULL AS text) COLLATE "C" AS v5, s."score" AS v6, CAST(NULL AS double precision) AS v7, s."quantity" AS v8, CAST(NULL AS bigint) AS v9
  FROM "orders" AS s
  WHERE ((s."created" >= CAST($1 AS timestamptz) AND s."created" < CAST($2 AS timestamptz)) AND (s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> ''))
  UNION ALL
  SELECT CAST(NULL AS bigint) AS v0, 1 AS v1, CAST(NULL AS numeric) AS v2, s."amount" AS v3, CAST(NULL AS text) COLLATE "C" AS v4, CAST(s."customer" AS text) COLLATE "C" AS v5, CAST(NULL AS double precision) AS v6, s."score" AS v7, CAST(NULL AS bigint) AS v8, s."quantity" AS v9
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND (s."created" >= CAST($3 AS timestamptz) AND s."created" < CAST($4 AS timestamptz)))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(DISTINCT v4) AS m2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v6 AS double precision)) AS m3, (CAST(SUM(v2) AS double precision) / NULLIF(CAST(SUM(v8) AS double precision), 0)) AS m4, COUNT(v1) AS p0, SUM(v3) AS p1, COUNT(DISTINCT v5) AS p2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v7 AS double precision)) AS p3, (CAST(SUM(v3) AS double precision) / NULLIF(CAST(SUM(v9) AS double precision), 0)) AS p4
FROM base
LIMIT 2
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-12-31T23:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"
