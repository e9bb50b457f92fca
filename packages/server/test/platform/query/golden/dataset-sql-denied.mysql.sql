WITH base AS (
  SELECT 1 AS present
  FROM (
SELECT * FROM orders WHERE quantity > NULL
) AS s
  WHERE 1 = 0
)
SELECT COUNT(*) AS m0
FROM base
LIMIT 1001
