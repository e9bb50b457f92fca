WITH base AS (
  SELECT CAST(make_timestamp(epoch_us(s."created") + CAST(60000000 AS BIGINT) * 120) AS DATE) AS k0
  FROM "orders" AS s
  WHERE (s."created" >= CAST($1 AS TIMESTAMPTZ) AND s."created" < CAST($2 AS TIMESTAMPTZ))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-31T22:00:00Z"
-- 2 filter: "2025-07-31T22:00:00Z"
