WITH base AS (
  SELECT date_trunc('quarter', s."day") AS k0, CAST(s."customer" AS varchar) AS k1, s."quantity" AS v0
  FROM "orders" AS s
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base GROUP BY k1
  ORDER BY SUM(CAST(v0 AS decimal(38, 0))) DESC NULLS LAST, k1 ASC NULLS LAST
  LIMIT 3
),
ranked AS (
  SELECT b.k0 AS k0, b.k1 AS k1, b.v0 AS v0
  FROM base AS b
  JOIN top0 AS t0 ON b.k1 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, k1 AS d1, SUM(CAST(v0 AS decimal(38, 0))) AS m0, COUNT(*) AS m1
FROM ranked
GROUP BY k0, k1
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 17
