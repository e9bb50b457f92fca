WITH base AS (
  SELECT DATE_ADD(MAKEDATE(YEAR(s.`day`), 1), INTERVAL QUARTER(s.`day`) - 1 QUARTER) AS k0, 0 AS period
  FROM `orders` AS s
  WHERE (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
  UNION ALL
  SELECT DATE_ADD(MAKEDATE(YEAR(DATE_ADD(s.`day`, INTERVAL 12 MONTH)), 1), INTERVAL QUARTER(DATE_ADD(s.`day`, INTERVAL 12 MONTH)) - 1 QUARTER) AS k0, 1 AS period
  FROM `orders` AS s
  WHERE (s.`day` >= CAST(? AS DATE) AND s.`day` < CAST(? AS DATE))
)
SELECT k0 AS d0, COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0
FROM base
GROUP BY k0
ORDER BY k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 filter: "2025-06-01"
-- 2 filter: "2026-08-01"
-- 3 filter: "2024-06-01"
-- 4 filter: "2025-08-01"
