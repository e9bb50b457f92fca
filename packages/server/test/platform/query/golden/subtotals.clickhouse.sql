WITH base AS (
  SELECT toString(s.`customer`) AS k0, s.`active` AS k1, toStartOfQuarter(s.`day`) AS k2, s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT k0 AS d0, k1 AS d1, k2 AS d2, sumOrNull(v0) AS m0, COUNT(DISTINCT v1) AS m1, avgOrNull(toFloat64(v2)) AS m2, quantileExactInclusiveOrNull(0.5)(toFloat64(v2)) AS m3, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(toInt128(v3))), 0)) AS m4
FROM base
GROUP BY k0, k1, k2
ORDER BY sumOrNull(v0) DESC NULLS LAST, k2 DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT toString(s.`customer`) AS k0, toStartOfQuarter(s.`day`) AS k1, s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT k0 AS d0, k1 AS d1, sumOrNull(v0) AS m0, COUNT(DISTINCT v1) AS m1, avgOrNull(toFloat64(v2)) AS m2, quantileExactInclusiveOrNull(0.5)(toFloat64(v2)) AS m3, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(toInt128(v3))), 0)) AS m4
FROM base
GROUP BY k0, k1
ORDER BY sumOrNull(v0) DESC NULLS LAST, k1 DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s.`active` AS k0, toStartOfQuarter(s.`day`) AS k1, s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT k0 AS d0, k1 AS d1, sumOrNull(v0) AS m0, COUNT(DISTINCT v1) AS m1, avgOrNull(toFloat64(v2)) AS m2, quantileExactInclusiveOrNull(0.5)(toFloat64(v2)) AS m3, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(toInt128(v3))), 0)) AS m4
FROM base
GROUP BY k0, k1
ORDER BY sumOrNull(v0) DESC NULLS LAST, k1 DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s.`active` AS k0, s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT k0 AS d0, sumOrNull(v0) AS m0, COUNT(DISTINCT v1) AS m1, avgOrNull(toFloat64(v2)) AS m2, quantileExactInclusiveOrNull(0.5)(toFloat64(v2)) AS m3, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(toInt128(v3))), 0)) AS m4
FROM base
GROUP BY k0
ORDER BY sumOrNull(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001

WITH base AS (
  SELECT s.`amount` AS v0, toString(s.`customer`) AS v1, s.`score` AS v2, s.`quantity` AS v3
  FROM `orders` AS s
)
SELECT sumOrNull(v0) AS m0, COUNT(DISTINCT v1) AS m1, avgOrNull(toFloat64(v2)) AS m2, quantileExactInclusiveOrNull(0.5)(toFloat64(v2)) AS m3, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(toInt128(v3))), 0)) AS m4
FROM base
LIMIT 2
