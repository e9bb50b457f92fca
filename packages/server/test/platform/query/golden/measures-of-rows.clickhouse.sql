WITH base AS (
  SELECT toString(s.`customer`) AS k0, CASE WHEN (s.`quantity` > {p1:Int64} AND ((s.`region` = {p2:String} AND toString(s.`region`) = {p3:String}) OR s.`active` = {p4:Bool})) THEN s.`amount` END AS v0, s.`score` AS v1, toString(s.`region`) AS v2, toTimeZone(s.`created`, 'UTC') AS v3, s.`amount` AS v4, toFloat64(s.`score`) * toFloat64(s.`quantity`) AS v5, CASE WHEN s.`score` IS NOT NULL THEN s.`quantity` END AS v6
  FROM `orders` AS s
)
SELECT k0 AS d0, sumOrNull(v0) AS m0, quantileExactInclusiveOrNull(0.9)(toFloat64(v1)) AS m1, minOrNull(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) AS m2, minOrNull(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (toFloat64(sumOrNull(v5)) / nullIf(toFloat64(sumOrNull(toInt128(v6))), 0)) AS m4, sumOrNull(v4) AS m5, quantileExactInclusiveOrNull(0.5)(toFloat64(v4)) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (PARTITION BY k0 ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3 FROM base) AS numbered
GROUP BY k0
ORDER BY sumOrNull(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "EU"
-- 4 filter: "true"

WITH base AS (
  SELECT CASE WHEN (s.`quantity` > {p1:Int64} AND ((s.`region` = {p2:String} AND toString(s.`region`) = {p3:String}) OR s.`active` = {p4:Bool})) THEN s.`amount` END AS v0, s.`score` AS v1, toString(s.`region`) AS v2, toTimeZone(s.`created`, 'UTC') AS v3, s.`amount` AS v4, toFloat64(s.`score`) * toFloat64(s.`quantity`) AS v5, CASE WHEN s.`score` IS NOT NULL THEN s.`quantity` END AS v6
  FROM `orders` AS s
)
SELECT sumOrNull(v0) AS m0, quantileExactInclusiveOrNull(0.9)(toFloat64(v1)) AS m1, minOrNull(CASE WHEN first_2_3 = 1 AND v3 IS NOT NULL THEN v2 END) AS m2, minOrNull(CASE WHEN last_4_3 = 1 AND v3 IS NOT NULL THEN v4 END) AS m3, (toFloat64(sumOrNull(v5)) / nullIf(toFloat64(sumOrNull(toInt128(v6))), 0)) AS m4, sumOrNull(v4) AS m5, quantileExactInclusiveOrNull(0.5)(toFloat64(v4)) AS m6
FROM (SELECT base.*, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v2 IS NULL THEN 1 ELSE 0 END, v3 ASC, v2 ASC) AS first_2_3, ROW_NUMBER() OVER (ORDER BY CASE WHEN v3 IS NULL OR v4 IS NULL THEN 1 ELSE 0 END, v3 DESC, v4 DESC) AS last_4_3 FROM base) AS numbered
LIMIT 2
-- 1 filter: "5"
-- 2 filter: "EU"
-- 3 filter: "EU"
-- 4 filter: "true"
