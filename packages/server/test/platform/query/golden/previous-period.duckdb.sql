WITH base AS (
  SELECT CAST(date_trunc('month', CAST(make_timestamp(epoch_us(s."created") + CAST(60000000 AS BIGINT) * CASE WHEN epoch_us(s."created") < 1761440400000000 THEN CASE WHEN epoch_us(s."created") < 1743296400000000 THEN 60 ELSE 120 END ELSE 60 END) AS DATE)) AS DATE) AS k0, s."amount" AS v0, CAST(s."customer" AS VARCHAR) AS v1, s."score" AS v2, s."quantity" AS v3, 0 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS VARCHAR) <> '') AND (s."created" >= CAST($1 AS TIMESTAMPTZ) AND s."created" < CAST($2 AS TIMESTAMPTZ)))
  UNION ALL
  SELECT CAST(date_trunc('month', CAST(CAST(make_timestamp(epoch_us(s."created") + CAST(60000000 AS BIGINT) * CASE WHEN epoch_us(s."created") < 1761440400000000 THEN CASE WHEN epoch_us(s."created") < 1743296400000000 THEN 60 ELSE 120 END ELSE 60 END) AS DATE) + INTERVAL '6 months' AS DATE)) AS DATE) AS k0, s."amount" AS v0, CAST(s."customer" AS VARCHAR) AS v1, s."score" AS v2, s."quantity" AS v3, 1 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS VARCHAR) <> '') AND (s."created" >= CAST($3 AS TIMESTAMPTZ) AND s."created" < CAST($4 AS TIMESTAMPTZ)))
)
SELECT k0 AS d0, COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, quantile_cont(CAST(CASE WHEN period = 0 THEN v2 END AS DOUBLE), 0.5) AS m3, (CAST(SUM(CASE WHEN period = 0 THEN v0 END) AS DOUBLE) / NULLIF(CAST(SUM(CASE WHEN period = 0 THEN v3 END) AS DOUBLE), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, quantile_cont(CAST(CASE WHEN period = 1 THEN v2 END AS DOUBLE), 0.5) AS p3, (CAST(SUM(CASE WHEN period = 1 THEN v0 END) AS DOUBLE) / NULLIF(CAST(SUM(CASE WHEN period = 1 THEN v3 END) AS DOUBLE), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-12-31T23:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"

WITH base AS (
  SELECT s."amount" AS v0, CAST(s."customer" AS VARCHAR) AS v1, s."score" AS v2, s."quantity" AS v3, 0 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS VARCHAR) <> '') AND (s."created" >= CAST($1 AS TIMESTAMPTZ) AND s."created" < CAST($2 AS TIMESTAMPTZ)))
  UNION ALL
  SELECT s."amount" AS v0, CAST(s."customer" AS VARCHAR) AS v1, s."score" AS v2, s."quantity" AS v3, 1 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS VARCHAR) <> '') AND (s."created" >= CAST($3 AS TIMESTAMPTZ) AND s."created" < CAST($4 AS TIMESTAMPTZ)))
)
SELECT COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, quantile_cont(CAST(CASE WHEN period = 0 THEN v2 END AS DOUBLE), 0.5) AS m3, (CAST(SUM(CASE WHEN period = 0 THEN v0 END) AS DOUBLE) / NULLIF(CAST(SUM(CASE WHEN period = 0 THEN v3 END) AS DOUBLE), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, quantile_cont(CAST(CASE WHEN period = 1 THEN v2 END AS DOUBLE), 0.5) AS p3, (CAST(SUM(CASE WHEN period = 1 THEN v0 END) AS DOUBLE) / NULLIF(CAST(SUM(CASE WHEN period = 1 THEN v3 END) AS DOUBLE), 0)) AS p4
FROM base
LIMIT 2
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-12-31T23:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"
