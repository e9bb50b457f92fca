WITH base AS (
  SELECT CASE WHEN CAST(s."created" AS timestamptz) < CAST($1 AS timestamptz) THEN to_timestamp(floor((extract(epoch FROM CAST(s."created" AS timestamptz)) - 0) / 3600) * 3600 + 0) ELSE to_timestamp(floor((extract(epoch FROM CAST(s."created" AS timestamptz)) - 1800) / 3600) * 3600 + 1800) END AS k0
  FROM "orders" AS s
  WHERE (s."created" >= CAST($2 AS timestamptz) AND s."created" < CAST($3 AS timestamptz))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-04-05T15:30:00.000Z"
-- 2 filter: "2025-04-03T13:00:00Z"
-- 3 filter: "2025-04-07T13:30:00Z"
