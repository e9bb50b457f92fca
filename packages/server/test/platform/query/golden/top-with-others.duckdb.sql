WITH base AS (
  SELECT CAST(s."region" AS VARCHAR) AS k0, s."amount" AS v0, s."score" AS v1
  FROM "orders" AS s
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base GROUP BY k0
  ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 4
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, o0, SUM(v0) AS m0, quantile_cont(CAST(v1 AS DOUBLE), 0.5) AS m1
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
