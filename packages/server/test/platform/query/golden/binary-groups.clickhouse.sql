WITH base AS (
  SELECT toString(s.`region`) AS k0
  FROM `orders` AS s
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY k0 DESC NULLS LAST
LIMIT 1001
