WITH base AS (
  SELECT CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) AS k0, s.`active` AS k1
  FROM `orders` AS s
  WHERE (LOCATE(CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY)) = 1 AND LOCATE(CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(s.`customer` USING utf8mb4) AS BINARY)) > 0 AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) NOT IN (CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY), CAST(CONVERT(? USING utf8mb4) AS BINARY)) AND (s.`region` IS NOT NULL AND CAST(CONVERT(s.`region` USING utf8mb4) AS BINARY) <> '') AND s.`id` <= CAST(? AS SIGNED) AND (s.`created` >= CAST(? AS DATETIME(6)) AND s.`created` < CAST(? AS DATETIME(6))) AND (s.`created` < CAST(? AS DATETIME(6)) OR s.`created` >= CAST(? AS DATETIME(6))) AND s.`local` > CAST(? AS DATETIME(6)) AND s.`score` > CAST(? AS DOUBLE))
)
SELECT CONVERT(k0 USING utf8mb4) AS d0, k1 AS d1, COUNT(*) AS m0
FROM base
GROUP BY k0, k1
ORDER BY COUNT(*) IS NULL, COUNT(*) ASC, k0 IS NULL, k0 ASC, k1 IS NULL, k1 ASC
LIMIT 8
-- 1 filter: "customer"
-- 2 filter: "mer "
-- 3 filter: "US"
-- 4 filter: "us"
-- 5 filter: "EU "
-- 6 filter: "110"
-- 7 filter: "2025-01-31 23:00:00"
-- 8 filter: "2026-01-31 23:00:00"
-- 9 filter: "2025-06-04 22:00:00"
-- 10 filter: "2025-06-05 22:00:00"
-- 11 filter: "2025-01-10 02:30:00"
-- 12 filter: "0.25"
