WITH base AS (
  SELECT s.`day` AS k0, s.`active` AS k1, CASE WHEN s.`day` >= toDate32({p1:String}) THEN 1 END AS v0, s.`amount` AS v1, s.`quantity` AS v2, CASE WHEN s.`day` >= toDate32({p2:String}) THEN s.`amount` END AS v3
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p3:String}) AND s.`day` < toDate32({p4:String}))
),
grouped AS (
  SELECT k0, k1, COUNT(v0) AS a0, sumOrNull(v1) AS a1, sumOrNull(toInt128(v2)) AS a2, sumOrNull(v3) AS a3
  FROM base
  GROUP BY k0, k1
),
padded AS (
  SELECT k0, k1, maxOrNull(a0) AS a0, maxOrNull(a1) AS a1, maxOrNull(a2) AS a2, maxOrNull(a3) AS a3, MIN(gap) AS gap
  FROM (
    SELECT k0, k1, a0, a1, a2, a3, 0 AS gap FROM grouped
    UNION ALL
    SELECT addDays(g.k0, n.n), g.k1, 0, NULL, NULL, NULL, 1
    FROM grouped AS g CROSS JOIN (SELECT 1 AS n UNION ALL SELECT 2) AS n WHERE addDays(g.k0, n.n) < toDate32({p5:String})
  ) AS filled
  GROUP BY k0, k1
),
window0 AS (
  SELECT g.*, sumOrNull(a1) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY toInt32(toDate32(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w0, sumOrNull(toInt128(a2)) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY toInt32(toDate32(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w1, sumOrNull(a3) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w2
  FROM padded AS g
),
measured AS (
  SELECT k0, k1, gap, a0 AS m0, (toFloat64((toFloat64(w0) / nullIf(toFloat64(3), 0))) / nullIf(toFloat64((toFloat64(w1) / nullIf(toFloat64(3), 0))), 0)) AS m1, w2 AS m2
  FROM window0
  WHERE k0 >= toDate32({p6:String})
)
SELECT k0 AS d0, k1 AS d1, gap, m0, m1, m2
FROM measured
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-05-10"
-- 3 filter: "2025-05-08"
-- 4 filter: "2025-06-21"
-- 5 filter: "2025-06-21"
-- 6 filter: "2025-05-10"
