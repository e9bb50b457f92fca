WITH base AS (
  SELECT s."amount" AS v0, s."quantity" AS v1, s."score" AS v2, CAST(s."customer" AS text) COLLATE "C" AS v3, CAST(s."region" AS text) COLLATE "C" AS v4, s."day" AS v5
  FROM "orders" AS s
)
SELECT SUM(v0) AS m0, SUM(v1) AS m1, COUNT(*) AS m2, COUNT(v2) AS m3, COUNT(DISTINCT v3) AS m4, COUNT(DISTINCT v4) AS m5, AVG(CAST(v2 AS double precision)) AS m6, percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(v2 AS double precision)) AS m7, MIN(v5) AS m8, MAX(v3) AS m9, (CAST(SUM(v0) AS double precision) / NULLIF(CAST(SUM(v1) AS double precision), 0)) AS m10, (CAST((SUM(v0) - (2 * SUM(v1))) AS double precision) / NULLIF(CAST(AVG(CAST(v2 AS double precision)) AS double precision), 0)) AS m11
FROM base
LIMIT 1001
