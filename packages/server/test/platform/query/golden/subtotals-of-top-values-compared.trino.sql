WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0, CAST(s."customer" AS varchar) AS k1, NULL AS v0, s."quantity" AS v1, NULL AS v2, CAST(s."customer" AS varchar) AS v3, 0 AS in0
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
  UNION ALL
  SELECT CAST(s."region" AS varchar) AS k0, CAST(s."customer" AS varchar) AS k1, s."quantity" AS v0, NULL AS v1, CAST(s."customer" AS varchar) AS v2, NULL AS v3, 1 AS in0
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (s."day" >= CAST(? AS date) AND s."day" <= CAST(? AS date))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE in0 = 1 GROUP BY k1
  ORDER BY SUM(CAST(v0 AS decimal(38, 0))) DESC NULLS LAST, k1 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2, b.v3 AS v3
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, k1 AS d1, o0, SUM(CAST(v0 AS decimal(38, 0))) AS m0, COUNT(DISTINCT v2) AS m1, SUM(CAST(v1 AS decimal(38, 0))) AS p0, COUNT(DISTINCT v3) AS p1
FROM ranked
GROUP BY k0, k1, o0
ORDER BY SUM(CAST(v0 AS decimal(38, 0))) DESC NULLS LAST, k0 ASC NULLS LAST, o0 ASC, k1 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 filter: "2024-11-01"
-- 5 filter: "2025-06-01"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 filter: "2025-06-01"
-- 10 filter: "2025-12-31"

WITH base AS (
  SELECT CAST(s."region" AS varchar) AS k0, NULL AS v0, s."quantity" AS v1, NULL AS v2, CAST(s."customer" AS varchar) AS v3
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
  UNION ALL
  SELECT CAST(s."region" AS varchar) AS k0, s."quantity" AS v0, NULL AS v1, CAST(s."customer" AS varchar) AS v2, NULL AS v3
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (s."day" >= CAST(? AS date) AND s."day" <= CAST(? AS date))
)
SELECT k0 AS d0, SUM(CAST(v0 AS decimal(38, 0))) AS m0, COUNT(DISTINCT v2) AS m1, SUM(CAST(v1 AS decimal(38, 0))) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
GROUP BY k0
ORDER BY SUM(CAST(v0 AS decimal(38, 0))) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 filter: "2024-11-01"
-- 5 filter: "2025-06-01"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 filter: "2025-06-01"
-- 10 filter: "2025-12-31"

WITH base AS (
  SELECT CAST(s."customer" AS varchar) AS k0, NULL AS v0, s."quantity" AS v1, NULL AS v2, CAST(s."customer" AS varchar) AS v3, 0 AS in0
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
  UNION ALL
  SELECT CAST(s."customer" AS varchar) AS k0, s."quantity" AS v0, NULL AS v1, CAST(s."customer" AS varchar) AS v2, NULL AS v3, 1 AS in0
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (s."day" >= CAST(? AS date) AND s."day" <= CAST(? AS date))
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base WHERE in0 = 1 GROUP BY k0
  ORDER BY SUM(CAST(v0 AS decimal(38, 0))) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2, b.v3 AS v3
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, o0, SUM(CAST(v0 AS decimal(38, 0))) AS m0, COUNT(DISTINCT v2) AS m1, SUM(CAST(v1 AS decimal(38, 0))) AS p0, COUNT(DISTINCT v3) AS p1
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, SUM(CAST(v0 AS decimal(38, 0))) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 filter: "2024-11-01"
-- 5 filter: "2025-06-01"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 filter: "2025-06-01"
-- 10 filter: "2025-12-31"

WITH base AS (
  SELECT NULL AS v0, s."quantity" AS v1, NULL AS v2, CAST(s."customer" AS varchar) AS v3
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
  UNION ALL
  SELECT s."quantity" AS v0, NULL AS v1, CAST(s."customer" AS varchar) AS v2, NULL AS v3
  FROM "orders" AS s
  WHERE CAST(s."region" AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (s."day" >= CAST(? AS date) AND s."day" <= CAST(? AS date))
)
SELECT SUM(CAST(v0 AS decimal(38, 0))) AS m0, COUNT(DISTINCT v2) AS m1, SUM(CAST(v1 AS decimal(38, 0))) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
LIMIT 2
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 filter: "2024-11-01"
-- 5 filter: "2025-06-01"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 filter: "2025-06-01"
-- 10 filter: "2025-12-31"
