WITH base AS (
  SELECT toString(s.`customer`) AS k0, toString(s.`region`) AS k1, s.`amount` AS v0, s.`quantity` AS v1, s.`score` AS v2
  FROM `orders` AS s
),
measured AS (
  SELECT k0, k1, COUNT(*) AS m0, sumOrNull(v0) AS m1, sumOrNull(toInt128(v1)) AS h0, sumOrNull(v0) AS h1, avgOrNull(toFloat64(v2)) AS h2
  FROM base
  GROUP BY k0, k1
)
SELECT k0 AS d0, k1 AS d1, m0, m1
FROM measured
WHERE (h0 >= {p1:Int64} AND h0 <= {p2:Int64}) AND h1 > toDecimal128({p3:String}, 10) AND h2 IS NOT NULL
ORDER BY m0 DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "5"
-- 2 filter: "40"
-- 3 filter: "12.5"

WITH base AS (
  SELECT s.`amount` AS v0
  FROM `orders` AS s
)
SELECT COUNT(*) AS m0, sumOrNull(v0) AS m1
FROM base
LIMIT 2
