WITH base AS (
  SELECT CAST(make_timestamp(epoch_us(s."created")) AS DATE) AS k0, CAST(date_trunc('month', CAST(make_timestamp(epoch_us(CAST(s."local" AS TIMESTAMP) AT TIME ZONE 'America/New_York')) AS DATE)) AS DATE) AS k1
  FROM "orders" AS s
)
SELECT k0 AS d0, k1 AS d1, COUNT(*) AS m0
FROM base
GROUP BY k0, k1
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
