WITH base AS (
  SELECT CAST(date_trunc('month', s."day") AS DATE) AS k0, s."active" AS k1, s."amount" AS v0, NULL AS v1, NULL AS v2, NULL AS v3, NULL AS v4, s."quantity" AS v5, NULL AS v6
  FROM "orders" AS s
  WHERE (s."day" >= CAST($1 AS DATE) AND s."day" <= CAST($2 AS DATE))
  UNION ALL
  SELECT CAST(date_trunc('month', s."day") AS DATE) AS k0, s."active" AS k1, NULL AS v0, s."amount" AS v1, s."quantity" AS v2, NULL AS v3, NULL AS v4, NULL AS v5, NULL AS v6
  FROM "orders" AS s
  WHERE (s."day" >= CAST($3 AS DATE) AND s."day" < CAST($4 AS DATE))
  UNION ALL
  SELECT CAST(date_trunc('month', s."day") AS DATE) AS k0, s."active" AS k1, NULL AS v0, NULL AS v1, NULL AS v2, s."amount" AS v3, NULL AS v4, NULL AS v5, NULL AS v6
  FROM "orders" AS s
  WHERE (s."day" >= CAST($5 AS DATE) AND s."day" < CAST($6 AS DATE))
  UNION ALL
  SELECT CAST(date_trunc('month', CAST(s."day" + INTERVAL '3 months' AS DATE)) AS DATE) AS k0, s."active" AS k1, NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, s."amount" AS v4, NULL AS v5, NULL AS v6
  FROM "orders" AS s
  WHERE (s."day" >= CAST($7 AS DATE) AND s."day" < CAST($8 AS DATE))
  UNION ALL
  SELECT CAST(date_trunc('month', CAST(s."day" + INTERVAL '12 months' AS DATE)) AS DATE) AS k0, s."active" AS k1, NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, NULL AS v4, NULL AS v5, s."quantity" AS v6
  FROM "orders" AS s
  WHERE (s."day" >= CAST($9 AS DATE) AND s."day" < CAST($10 AS DATE))
),
grouped AS (
  SELECT k0, k1, SUM(v0) AS a0, SUM(v1) AS a1, SUM(v2) AS a2, SUM(v3) AS a3, SUM(v4) AS a4, SUM(v5) AS a5, SUM(v6) AS a6
  FROM base
  GROUP BY k0, k1
),
window0 AS (
  SELECT g.*, SUM(a0) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w0, SUM(a1) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY (year(k0) * 12 + month(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w1, SUM(a2) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY (year(k0) * 12 + month(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w2, SUM(a3) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, CAST(CAST(date_trunc('quarter', CAST(k0 + INTERVAL '-3 months' AS DATE)) AS DATE) + INTERVAL '3 months' AS DATE) ORDER BY k0) AS w3, SUM(a4) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, CAST(CAST(date_trunc('quarter', CAST(k0 + INTERVAL '-3 months' AS DATE)) AS DATE) + INTERVAL '3 months' AS DATE) ORDER BY k0) AS w4
  FROM grouped AS g
),
measured AS (
  SELECT k0, k1, a0 AS m0, w0 AS m1, (CAST((CAST(w1 AS DOUBLE) / NULLIF(CAST(3 AS DOUBLE), 0)) AS DOUBLE) / NULLIF(CAST((CAST(w2 AS DOUBLE) / NULLIF(CAST(3 AS DOUBLE), 0)) AS DOUBLE), 0)) AS m2, w3 AS m3, CASE WHEN w3 IS NOT NULL OR w4 IS NOT NULL THEN (COALESCE(w3, 0) - COALESCE(w4, 0)) END AS m4, (CAST((COALESCE(a5, 0) - a6) AS DOUBLE) / NULLIF(CAST(ABS(a6) AS DOUBLE), 0)) AS m5
  FROM window0
  WHERE k0 >= CAST($11 AS DATE)
)
SELECT k0 AS d0, k1 AS d1, m0, m1, m2, m3, m4, m5
FROM measured
ORDER BY m5 DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-10"
-- 2 filter: "2026-03-20"
-- 3 filter: "2025-03-01"
-- 4 filter: "2026-03-21"
-- 5 filter: "2025-04-01"
-- 6 filter: "2026-03-21"
-- 7 filter: "2025-01-01"
-- 8 filter: "2025-12-21"
-- 9 filter: "2024-05-10"
-- 10 filter: "2025-03-21"
-- 11 filter: "2025-05-01"

WITH base AS (
  SELECT s."amount" AS v0, NULL AS v1, NULL AS v2, s."quantity" AS v3, NULL AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($1 AS DATE) AND s."day" <= CAST($2 AS DATE))
  UNION ALL
  SELECT NULL AS v0, s."amount" AS v1, NULL AS v2, NULL AS v3, NULL AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($3 AS DATE) AND s."day" < CAST($4 AS DATE))
  UNION ALL
  SELECT NULL AS v0, NULL AS v1, s."amount" AS v2, NULL AS v3, NULL AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($5 AS DATE) AND s."day" < CAST($6 AS DATE))
  UNION ALL
  SELECT NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, s."quantity" AS v4
  FROM "orders" AS s
  WHERE (s."day" >= CAST($7 AS DATE) AND s."day" < CAST($8 AS DATE))
)
SELECT SUM(v0) AS m0, SUM(v0) AS m1, NULL AS m2, SUM(v1) AS m3, CASE WHEN SUM(v1) IS NOT NULL OR SUM(v2) IS NOT NULL THEN (COALESCE(SUM(v1), 0) - COALESCE(SUM(v2), 0)) END AS m4, (CAST((COALESCE(SUM(v3), 0) - SUM(v4)) AS DOUBLE) / NULLIF(CAST(ABS(SUM(v4)) AS DOUBLE), 0)) AS m5
FROM base
LIMIT 2
-- 1 filter: "2025-05-10"
-- 2 filter: "2026-03-20"
-- 3 filter: "2026-01-01"
-- 4 filter: "2026-03-21"
-- 5 filter: "2025-10-01"
-- 6 filter: "2025-12-21"
-- 7 filter: "2024-05-10"
-- 8 filter: "2025-03-21"
