WITH base AS (
  SELECT CAST(s."customer" AS VARCHAR) AS k0, s."amount" AS v0, s."quantity" AS v1, s."score" AS v2, CAST(s."customer" AS VARCHAR) AS v3, CAST(s."region" AS VARCHAR) AS v4, s."day" AS v5
  FROM "orders" AS s
)
SELECT k0 AS d0, SUM(v0) AS m0, SUM(v1) AS m1, COUNT(*) AS m2, COUNT(v2) AS m3, COUNT(DISTINCT v3) AS m4, COUNT(DISTINCT v4) AS m5, AVG(CAST(v2 AS DOUBLE)) AS m6, quantile_cont(CAST(v2 AS DOUBLE), 0.5) AS m7, MIN(v5) AS m8, MAX(v3) AS m9, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v1) AS DOUBLE), 0)) AS m10, (CAST((SUM(v0) - (2 * SUM(v1))) AS DOUBLE) / NULLIF(CAST(AVG(CAST(v2 AS DOUBLE)) AS DOUBLE), 0)) AS m11
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s."amount" AS v0, s."quantity" AS v1, s."score" AS v2, CAST(s."customer" AS VARCHAR) AS v3, CAST(s."region" AS VARCHAR) AS v4, s."day" AS v5
  FROM "orders" AS s
)
SELECT SUM(v0) AS m0, SUM(v1) AS m1, COUNT(*) AS m2, COUNT(v2) AS m3, COUNT(DISTINCT v3) AS m4, COUNT(DISTINCT v4) AS m5, AVG(CAST(v2 AS DOUBLE)) AS m6, quantile_cont(CAST(v2 AS DOUBLE), 0.5) AS m7, MIN(v5) AS m8, MAX(v3) AS m9, (CAST(SUM(v0) AS DOUBLE) / NULLIF(CAST(SUM(v1) AS DOUBLE), 0)) AS m10, (CAST((SUM(v0) - (2 * SUM(v1))) AS DOUBLE) / NULLIF(CAST(AVG(CAST(v2 AS DOUBLE)) AS DOUBLE), 0)) AS m11
FROM base
LIMIT 2
