WITH base AS (
  SELECT toString(s.`region`) AS k0, s.`quantity` AS v0, s.`amount` AS v1
  FROM `orders` AS s
)
SELECT k0 AS d0, ((sumOrNull(toInt128(v0)) * toDecimal128('1.25', 2)) + sumOrNull(v1)) AS m0
FROM base
GROUP BY k0
ORDER BY ((sumOrNull(toInt128(v0)) * toDecimal128('1.25', 2)) + sumOrNull(v1)) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
