WITH scanned0 AS (
  SELECT date_trunc('month', CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date)) AS k0, 1 AS v1, s."amount" AS v3, CAST(s."customer" AS varchar) AS v5, s."score" AS v7, s."quantity" AS v9
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> '') AND (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)))
),
buckets0 AS (
  SELECT k0, COUNT(v1) AS a1, SUM(v3) AS a3, COUNT(DISTINCT v5) AS a5, element_at(transform(ARRAY[array_agg(CAST(v7 AS double) ORDER BY CAST(v7 AS double)) FILTER (WHERE v7 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS a7, SUM(CAST(v9 AS decimal(38, 0))) AS a9
  FROM scanned0
  GROUP BY k0
),
scanned1 AS (
  SELECT date_trunc('month', CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date)) AS k0, 1 AS v0, s."amount" AS v2, CAST(s."customer" AS varchar) AS v4, s."score" AS v6, s."quantity" AS v8
  FROM "orders" AS s
  WHERE ((s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)) AND (s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> ''))
),
buckets1 AS (
  SELECT k0, COUNT(v0) AS a0, SUM(v2) AS a2, COUNT(DISTINCT v4) AS a4, element_at(transform(ARRAY[array_agg(CAST(v6 AS double) ORDER BY CAST(v6 AS double)) FILTER (WHERE v6 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS a6, SUM(CAST(v8 AS decimal(38, 0))) AS a8
  FROM scanned1
  GROUP BY k0
),
base AS (
  SELECT date_add('month', 6, g.k0) AS k0, NULL AS v0, g.a1 AS v1, NULL AS v2, g.a3 AS v3, NULL AS v4, g.a5 AS v5, NULL AS v6, g.a7 AS v7, NULL AS v8, g.a9 AS v9
  FROM buckets0 AS g
  UNION ALL
  SELECT g.k0 AS k0, g.a0 AS v0, NULL AS v1, g.a2 AS v2, NULL AS v3, g.a4 AS v4, NULL AS v5, g.a6 AS v6, NULL AS v7, g.a8 AS v8, NULL AS v9
  FROM buckets1 AS g
)
SELECT k0 AS d0, COALESCE(SUM(CAST(v0 AS decimal(38, 0))), 0) AS m0, SUM(v2) AS m1, COALESCE(MAX(v4), 0) AS m2, MAX(v6) AS m3, (CAST(SUM(v2) AS double) / NULLIF(CAST(SUM(CAST(v8 AS decimal(38, 0))) AS double), 0)) AS m4, COALESCE(SUM(CAST(v1 AS decimal(38, 0))), 0) AS p0, SUM(v3) AS p1, COALESCE(MAX(v5), 0) AS p2, MAX(v7) AS p3, (CAST(SUM(v3) AS double) / NULLIF(CAST(SUM(CAST(v9 AS decimal(38, 0))) AS double), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2024-12-31T23:00:00Z"
-- 2 filter: "2025-06-30T22:00:00Z"
-- 3 filter: "2025-06-30T22:00:00Z"
-- 4 filter: "2025-12-31T23:00:00Z"

WITH base AS (
  SELECT NULL AS v0, 1 AS v1, NULL AS v2, s."amount" AS v3, NULL AS v4, CAST(s."customer" AS varchar) AS v5, NULL AS v6, s."score" AS v7, NULL AS v8, s."quantity" AS v9
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> '') AND (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)))
  UNION ALL
  SELECT 1 AS v0, NULL AS v1, s."amount" AS v2, NULL AS v3, CAST(s."customer" AS varchar) AS v4, NULL AS v5, s."score" AS v6, NULL AS v7, s."quantity" AS v8, NULL AS v9
  FROM "orders" AS s
  WHERE ((s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)) AND (s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> ''))
)
SELECT COUNT(v0) AS m0, SUM(v2) AS m1, COUNT(DISTINCT v4) AS m2, element_at(transform(ARRAY[array_agg(CAST(v6 AS double) ORDER BY CAST(v6 AS double)) FILTER (WHERE v6 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS m3, (CAST(SUM(v2) AS double) / NULLIF(CAST(SUM(CAST(v8 AS decimal(38, 0))) AS double), 0)) AS m4, COUNT(v1) AS p0, SUM(v3) AS p1, COUNT(DISTINCT v5) AS p2, element_at(transform(ARRAY[array_agg(CAST(v7 AS double) ORDER BY CAST(v7 AS double)) FILTER (WHERE v7 IS NOT NULL)], a -> a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1] + (a[CAST(ceil(0.5 * (cardinality(a) - 1)) AS bigint) + 1] - a[CAST(floor(0.5 * (cardinality(a) - 1)) AS bigint) + 1]) * CAST(0.5 * (cardinality(a) - 1) - floor(0.5 * (cardinality(a) - 1)) AS double)), 1) AS p3, (CAST(SUM(v3) AS double) / NULLIF(CAST(SUM(CAST(v9 AS decimal(38, 0))) AS double), 0)) AS p4
FROM base
LIMIT 2
-- 1 filter: "2024-12-31T23:00:00Z"
-- 2 filter: "2025-06-30T22:00:00Z"
-- 3 filter: "2025-06-30T22:00:00Z"
-- 4 filter: "2025-12-31T23:00:00Z"
