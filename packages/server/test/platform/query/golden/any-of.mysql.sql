WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0
  FROM `orders` AS s
  WHERE (s.`quantity` > CAST(? AS SIGNED) AND (((s.`region` IN (?, ?) AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY))) OR (s.`region` IS NULL OR CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) = '')) OR s.`score` < CAST(? AS DOUBLE)) AND ((s.`day` >= CAST(? AS DATE) AND s.`day` <= CAST(? AS DATE)) OR s.`active` IS NULL))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC, k0 IS NULL, k0 ASC
LIMIT 1001
-- 1 filter: "2"
-- 2 filter: "EU"
-- 3 filter: "US"
-- 4 filter: "EU"
-- 5 filter: "US"
-- 6 filter: "4"
-- 7 filter: "2025-05-10"
-- 8 filter: "2026-03-20"
