WITH base AS (
  SELECT to_timestamp(floor((extract(epoch FROM CAST(s."created" AS timestamptz)) - 0) / 3600) * 3600 + 0) AS k0, CASE WHEN s."created" >= CAST($1 AS timestamptz) THEN s."quantity" END AS v0, CASE WHEN s."created" >= CAST($2 AS timestamptz) THEN s."quantity" END AS v1, s."quantity" AS v2
  FROM "orders" AS s
  WHERE (s."created" >= CAST($3 AS timestamptz) AND s."created" < CAST($4 AS timestamptz))
),
grouped AS (
  SELECT k0, SUM(v0) AS a0, SUM(v1) AS a1, SUM(v2) AS a2
  FROM base
  GROUP BY k0
),
window0 AS (
  SELECT g.*, SUM(a1) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY CAST(floor(extract(epoch FROM k0) / 3600) AS integer) RANGE BETWEEN 29 PRECEDING AND CURRENT ROW) AS w0, SUM(a2) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, CAST(CAST(k0 AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) - (CAST(extract(isodow FROM CAST(CAST(k0 AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date)) AS integer) + 6) % 7 ORDER BY k0) AS w1
  FROM grouped AS g
),
measured AS (
  SELECT k0, a0 AS m0, (CAST(w0 AS double precision) / NULLIF(CAST(30 AS double precision), 0)) AS m1, w1 AS m2
  FROM window0
  WHERE k0 >= CAST($5 AS timestamptz)
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
