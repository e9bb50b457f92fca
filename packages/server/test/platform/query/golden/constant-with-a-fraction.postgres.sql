WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0, s."quantity" AS v0, s."amount" AS v1
  FROM "orders" AS s
)
SELECT k0 AS d0, ((SUM(v0) * 1.25) + SUM(v1)) AS m0
FROM base
GROUP BY k0
ORDER BY ((SUM(v0) * 1.25) + SUM(v1)) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
