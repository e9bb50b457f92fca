WITH base AS (
  SELECT to_timestamp(floor((epoch(CAST(s."created" AS TIMESTAMPTZ)) - 0) / 3600) * 3600 + 0) AS k0, CASE WHEN s."created" >= CAST($1 AS TIMESTAMPTZ) THEN s."quantity" END AS v0, CASE WHEN s."created" >= CAST($2 AS TIMESTAMPTZ) THEN s."quantity" END AS v1, s."quantity" AS v2
  FROM "orders" AS s
  WHERE (s."created" >= CAST($3 AS TIMESTAMPTZ) AND s."created" < CAST($4 AS TIMESTAMPTZ))
),
grouped AS (
  SELECT k0, SUM(v0) AS a0, SUM(v1) AS a1, SUM(v2) AS a2
  FROM base
  GROUP BY k0
),
window0 AS (
  SELECT g.*, SUM(a1) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY CAST(floor(epoch(k0) / 3600) AS BIGINT) RANGE BETWEEN 29 PRECEDING AND CURRENT ROW) AS w0, SUM(a2) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, CAST(date_trunc('week', CAST(make_timestamp(epoch_us(k0) + CAST(60000000 AS BIGINT) * 120) AS DATE)) AS DATE) ORDER BY k0) AS w1
  FROM grouped AS g
),
measured AS (
  SELECT k0, a0 AS m0, (CAST(w0 AS DOUBLE) / NULLIF(CAST(30 AS DOUBLE), 0)) AS m1, w1 AS m2
  FROM window0
  WHERE k0 >= CAST($5 AS TIMESTAMPTZ)
)
SELECT k0 AS d0, m0, m1, m2
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-09T22:00:00Z"
-- 2 filter: "2025-05-07T22:00:00Z"
-- 3 filter: "2025-05-04T22:00:00Z"
-- 4 filter: "2025-08-20T22:00:00Z"
-- 5 filter: "2025-05-09T22:00:00Z"
