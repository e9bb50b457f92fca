WITH base AS (
  SELECT date_trunc('year', s."day") AS k0, CAST(s."customer" AS varchar) AS k1, s."quantity" AS v0, NULL AS v1, 0 AS part
  FROM "orders" AS s
  WHERE (s."day" >= CAST(? AS date) AND s."day" <= CAST(? AS date))
  UNION ALL
  SELECT date_trunc('year', date_add('month', 12, s."day")) AS k0, CAST(s."customer" AS varchar) AS k1, NULL AS v0, s."quantity" AS v1, 1 AS part
  FROM "orders" AS s
  WHERE (s."day" >= CAST(? AS date) AND s."day" < CAST(? AS date))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE part = 0 GROUP BY k1
  ORDER BY SUM(CAST(v0 AS decimal(38, 0))) DESC NULLS LAST, k1 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, k1 AS d1, o0, SUM(CAST(v0 AS decimal(38, 0))) AS m0, SUM(CAST(v1 AS decimal(38, 0))) AS p0
FROM ranked
GROUP BY k0, k1, o0
ORDER BY k0 ASC NULLS LAST, o0 ASC, k1 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-01-01"
-- 2 filter: "2026-12-31"
-- 3 filter: "2024-01-01"
-- 4 filter: "2026-01-01"
