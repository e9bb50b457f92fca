WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, s.`quantity` AS v0, s.`amount` AS v1
  FROM `orders` AS s
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, ((SUM(v0) * 1.25) + SUM(v1)) AS m0
FROM base
GROUP BY k0
ORDER BY ((SUM(v0) * 1.25) + SUM(v1)) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
