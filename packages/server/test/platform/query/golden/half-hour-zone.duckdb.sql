WITH base AS (
  SELECT to_timestamp(floor((epoch(CAST(s."created" AS TIMESTAMPTZ)) - 1800) / 3600) * 3600 + 1800) AS k0
  FROM "orders" AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
