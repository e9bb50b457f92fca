WITH base AS (
  SELECT date_trunc('month', CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date)) AS k0, s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3, 0 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> '') AND (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)))
  UNION ALL
  SELECT date_trunc('month', date_add('month', 6, CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date))) AS k0, s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3, 1 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> '') AND (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)))
)
SELECT k0 AS d0, COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, element_at(transform(ARRAY[array_agg(CAST(CASE WHEN period = 0 THEN v2 END AS double) ORDER BY CAST(CASE WHEN period = 0 THEN v2 END AS double)) FILTER (WHERE CASE WHEN period = 0 THEN v2 END IS NOT NULL)], a -> (a[(cardinality(a) + 1) / 2] + a[cardinality(a) / 2 + 1]) / 2), 1) AS m3, (CAST(SUM(CASE WHEN period = 0 THEN v0 END) AS double) / NULLIF(CAST(SUM(CAST(CASE WHEN period = 0 THEN v3 END AS decimal(38, 0))) AS double), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, element_at(transform(ARRAY[array_agg(CAST(CASE WHEN period = 1 THEN v2 END AS double) ORDER BY CAST(CASE WHEN period = 1 THEN v2 END AS double)) FILTER (WHERE CASE WHEN period = 1 THEN v2 END IS NOT NULL)], a -> (a[(cardinality(a) + 1) / 2] + a[cardinality(a) / 2 + 1]) / 2), 1) AS p3, (CAST(SUM(CASE WHEN period = 1 THEN v0 END) AS double) / NULLIF(CAST(SUM(CAST(CASE WHEN period = 1 THEN v3 END AS decimal(38, 0))) AS double), 0)) AS p4
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-12-31T23:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"

WITH base AS (
  SELECT s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3, 0 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> '') AND (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)))
  UNION ALL
  SELECT s."amount" AS v0, CAST(s."customer" AS varchar) AS v1, s."score" AS v2, s."quantity" AS v3, 1 AS period
  FROM "orders" AS s
  WHERE ((s."region" IS NOT NULL AND CAST(s."region" AS varchar) <> '') AND (s."created" >= from_iso8601_timestamp_nanos(?) AND s."created" < from_iso8601_timestamp_nanos(?)))
)
SELECT COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, SUM(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(DISTINCT CASE WHEN period = 0 THEN v1 END) AS m2, element_at(transform(ARRAY[array_agg(CAST(CASE WHEN period = 0 THEN v2 END AS double) ORDER BY CAST(CASE WHEN period = 0 THEN v2 END AS double)) FILTER (WHERE CASE WHEN period = 0 THEN v2 END IS NOT NULL)], a -> (a[(cardinality(a) + 1) / 2] + a[cardinality(a) / 2 + 1]) / 2), 1) AS m3, (CAST(SUM(CASE WHEN period = 0 THEN v0 END) AS double) / NULLIF(CAST(SUM(CAST(CASE WHEN period = 0 THEN v3 END AS decimal(38, 0))) AS double), 0)) AS m4, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, SUM(CASE WHEN period = 1 THEN v0 END) AS p1, COUNT(DISTINCT CASE WHEN period = 1 THEN v1 END) AS p2, element_at(transform(ARRAY[array_agg(CAST(CASE WHEN period = 1 THEN v2 END AS double) ORDER BY CAST(CASE WHEN period = 1 THEN v2 END AS double)) FILTER (WHERE CASE WHEN period = 1 THEN v2 END IS NOT NULL)], a -> (a[(cardinality(a) + 1) / 2] + a[cardinality(a) / 2 + 1]) / 2), 1) AS p3, (CAST(SUM(CASE WHEN period = 1 THEN v0 END) AS double) / NULLIF(CAST(SUM(CAST(CASE WHEN period = 1 THEN v3 END AS decimal(38, 0))) AS double), 0)) AS p4
FROM base
LIMIT 2
-- 1 filter: "2025-06-30T22:00:00Z"
-- 2 filter: "2025-12-31T23:00:00Z"
-- 3 filter: "2024-12-31T23:00:00Z"
-- 4 filter: "2025-06-30T22:00:00Z"
