WITH base AS (
  SELECT CAST(date_trunc('month', CAST(CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS timestamp)) AS date) AS k0, s."amount" AS v0, CAST(s."customer" AS text) COLLATE "C" AS v1, s."score" AS v2, s."quantity" AS v3, 0 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND (s."created" >= CAST($1 AS timestamptz) AND s."created" < CAST($2 AS timestamptz)))
  UNION ALL
  SELECT CAST(date_trunc('month', CAST(CAST(CAST(CAST(s."created" AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) + INTERVAL '6 months' AS date) AS timestamp)) AS date) AS k0, s."amount" AS v0, CAST(s."customer" AS text) COLLATE "C" AS v1, s."score" AS v2, s."quantity" AS v3, 1 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND (s."created" >= CAST($3 AS timestamptz) AND s."created" < CAST($4 AS timestamptz)))
)
SELECT k0 AS d0, COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(CASE WHEN period = 0 THEN v2 END AS double precision)) AS m3, (CAST(SUM(CASE WHEN period = 0 THEN v0 END) AS double precision) / NULLIF(CAST(SUM(CASE WHEN period = 0 THEN v3 END) AS double precision), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(CASE WHEN period = 1 THEN v2 END AS double precision)) AS p3, (CAST(SUM(CASE WHEN period = 1 THEN v0 END) AS double precision) / NULLIF(CAST(SUM(CASE WHEN period = 1 THEN v3 END) AS double precision), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-12-31T23:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"

WITH base AS (
  SELECT s."amount" AS v0, CAST(s."customer" AS text) COLLATE "C" AS v1, s."score" AS v2, s."quantity" AS v3, 0 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND (s."created" >= CAST($1 AS timestamptz) AND s."created" < CAST($2 AS timestamptz)))
  UNION ALL
  SELECT s."amount" AS v0, CAST(s."customer" AS text) COLLATE "C" AS v1, s."score" AS v2, s."quantity" AS v3, 1 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS text) COLLATE "C" <> '') AND (s."created" >= CAST($3 AS timestamptz) AND s."created" < CAST($4 AS timestamptz)))
)
SELECT COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(CASE WHEN period = 0 THEN v2 END AS double precision)) AS m3, (CAST(SUM(CASE WHEN period = 0 THEN v0 END) AS double precision) / NULLIF(CAST(SUM(CASE WHEN period = 0 THEN v3 END) AS double precision), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(CASE WHEN period = 1 THEN v2 END AS double precision)) AS p3, (CAST(SUM(CASE WHEN period = 1 THEN v0 END) AS double precision) / NULLIF(CAST(SUM(CASE WHEN period = 1 THEN v3 END) AS double precision), 0)) AS p4
FROM base
LIMIT 2
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-12-31T23:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"
