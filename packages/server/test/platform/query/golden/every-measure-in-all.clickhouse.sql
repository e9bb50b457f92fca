WITH base AS (
  SELECT s.`amount` AS v0, s.`quantity` AS v1, s.`score` AS v2, toString(s.`customer`) AS v3, toString(s.`region`) AS v4, s.`day` AS v5
  FROM `orders` AS s
)
SELECT sumOrNull(v0) AS m0, sumOrNull(toInt128(v1)) AS m1, COUNT(*) AS m2, COUNT(v2) AS m3, COUNT(DISTINCT v3) AS m4, COUNT(DISTINCT v4) AS m5, avgOrNull(toFloat64(v2)) AS m6, quantileExactInclusiveOrNull(0.5)(toFloat64(v2)) AS m7, minOrNull(v5) AS m8, maxOrNull(v3) AS m9, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(toInt128(v1))), 0)) AS m10, (toFloat64((sumOrNull(v0) - (2 * sumOrNull(toInt128(v1))))) / nullIf(toFloat64(avgOrNull(toFloat64(v2))), 0)) AS m11
FROM base
LIMIT 1001
