WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0, CAST(s."customer" AS text) COLLATE "C" AS k1, s."quantity" AS v0, CAST(NULL AS bigint) AS v1, CAST(s."customer" AS text) COLLATE "C" AS v2, CAST(NULL AS text) COLLATE "C" AS v3, 0 AS part
  FROM "orders" AS s
  WHERE (s."region" IN ($1, $2, $3) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($4 AS text), CAST($5 AS text), CAST($6 AS text)) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($7 AS date) AND s."day" <= CAST($8 AS date))
  UNION ALL
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0, CAST(s."customer" AS text) COLLATE "C" AS k1, CAST(NULL AS bigint) AS v0, s."quantity" AS v1, CAST(NULL AS text) COLLATE "C" AS v2, CAST(s."customer" AS text) COLLATE "C" AS v3, 1 AS part
  FROM "orders" AS s
  WHERE (s."region" IN ($9, $10, $11) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($12 AS text), CAST($13 AS text), CAST($14 AS text)) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE part = 0 GROUP BY k1
  ORDER BY SUM(v0) DESC NULLS LAST, k1 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2, b.v3 AS v3
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, k1 AS d1, o0, SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM ranked
GROUP BY k0, k1, o0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST, o0 ASC, k1 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2025-12-31"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0, s."quantity" AS v0, CAST(NULL AS bigint) AS v1, CAST(s."customer" AS text) COLLATE "C" AS v2, CAST(NULL AS text) COLLATE "C" AS v3
  FROM "orders" AS s
  WHERE (s."region" IN ($1, $2, $3) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($4 AS text), CAST($5 AS text), CAST($6 AS text)) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($7 AS date) AND s."day" <= CAST($8 AS date))
  UNION ALL
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0, CAST(NULL AS bigint) AS v0, s."quantity" AS v1, CAST(NULL AS text) COLLATE "C" AS v2, CAST(s."customer" AS text) COLLATE "C" AS v3
  FROM "orders" AS s
  WHERE (s."region" IN ($9, $10, $11) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($12 AS text), CAST($13 AS text), CAST($14 AS text)) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date))
)
SELECT k0 AS d0, SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2025-12-31"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT CAST(s."customer" AS text) COLLATE "C" AS k0, s."quantity" AS v0, CAST(NULL AS bigint) AS v1, CAST(s."customer" AS text) COLLATE "C" AS v2, CAST(NULL AS text) COLLATE "C" AS v3, 0 AS part
  FROM "orders" AS s
  WHERE (s."region" IN ($1, $2, $3) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($4 AS text), CAST($5 AS text), CAST($6 AS text)) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($7 AS date) AND s."day" <= CAST($8 AS date))
  UNION ALL
  SELECT CAST(s."customer" AS text) COLLATE "C" AS k0, CAST(NULL AS bigint) AS v0, s."quantity" AS v1, CAST(NULL AS text) COLLATE "C" AS v2, CAST(s."customer" AS text) COLLATE "C" AS v3, 1 AS part
  FROM "orders" AS s
  WHERE (s."region" IN ($9, $10, $11) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($12 AS text), CAST($13 AS text), CAST($14 AS text)) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date))
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base WHERE part = 0 GROUP BY k0
  ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2, b.v3 AS v3
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, o0, SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2025-12-31"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"

WITH base AS (
  SELECT s."quantity" AS v0, CAST(NULL AS bigint) AS v1, CAST(s."customer" AS text) COLLATE "C" AS v2, CAST(NULL AS text) COLLATE "C" AS v3
  FROM "orders" AS s
  WHERE (s."region" IN ($1, $2, $3) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($4 AS text), CAST($5 AS text), CAST($6 AS text)) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($7 AS date) AND s."day" <= CAST($8 AS date))
  UNION ALL
  SELECT CAST(NULL AS bigint) AS v0, s."quantity" AS v1, CAST(NULL AS text) COLLATE "C" AS v2, CAST(s."customer" AS text) COLLATE "C" AS v3
  FROM "orders" AS s
  WHERE (s."region" IN ($9, $10, $11) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($12 AS text), CAST($13 AS text), CAST($14 AS text)) THEN 1 END IS NOT NULL)
    AND (s."day" >= CAST($15 AS date) AND s."day" < CAST($16 AS date))
)
SELECT SUM(v0) AS m0, COUNT(DISTINCT v2) AS m1, SUM(v1) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
LIMIT 2
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2025-06-01"
-- 8 filter: "2025-12-31"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2024-11-01"
-- 16 filter: "2025-06-01"
