WITH base AS (
  SELECT CAST(date_trunc('week', s."day" - INTERVAL '6 days') + INTERVAL '6 days' AS DATE) AS k0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
