WITH scanned0 AS (
  SELECT toStartOfQuarter(s.`day`) AS k0, s.`quantity` AS v4
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p1:String}) AND s.`day` < toDate32({p2:String}))
),
buckets0 AS (
  SELECT k0, sumOrNull(toInt128(v4)) AS a4
  FROM scanned0
  GROUP BY k0
),
scanned1 AS (
  SELECT toStartOfQuarter(s.`day`) AS k0, s.`amount` AS v1, s.`quantity` AS v3
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p3:String}) AND s.`day` < toDate32({p4:String}))
),
buckets1 AS (
  SELECT k0, sumOrNull(v1) AS a1, sumOrNull(toInt128(v3)) AS a3
  FROM scanned1
  GROUP BY k0
),
scanned2 AS (
  SELECT toStartOfQuarter(s.`day`) AS k0, s.`amount` AS v0, s.`quantity` AS v2
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p5:String}) AND s.`day` <= toDate32({p6:String}))
),
buckets2 AS (
  SELECT k0, sumOrNull(v0) AS a0, sumOrNull(toInt128(v2)) AS a2
  FROM scanned2
  GROUP BY k0
),
base AS (
  SELECT addMonths(g.k0, 24) AS k0, NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, g.a4 AS v4
  FROM buckets0 AS g
  UNION ALL
  SELECT addMonths(g.k0, 12) AS k0, NULL AS v0, g.a1 AS v1, NULL AS v2, g.a3 AS v3, NULL AS v4
  FROM buckets1 AS g
  UNION ALL
  SELECT g.k0 AS k0, g.a0 AS v0, NULL AS v1, g.a2 AS v2, NULL AS v3, NULL AS v4
  FROM buckets2 AS g
),
grouped AS (
  SELECT k0, sumOrNull(v0) AS a0, sumOrNull(toInt128(v2)) AS a1, sumOrNull(toInt128(v3)) AS a2, sumOrNull(v1) AS a3, sumOrNull(toInt128(v4)) AS a4
  FROM base
  GROUP BY k0
),
total0 AS (
  SELECT sumOrNull(v0) AS t0
  FROM base
),
total1 AS (
  SELECT sumOrNull(v1) AS t1
  FROM base
),
joined AS (
  SELECT g.k0 AS k0, g.a0 AS a0, g.a1 AS a1, g.a2 AS a2, g.a3 AS a3, g.a4 AS a4, total0.t0 AS t0, total1.t1 AS t1
  FROM grouped AS g
  CROSS JOIN total0
  CROSS JOIN total1
),
window0 AS (
  SELECT g.*, sumOrNull(a0) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w0, sumOrNull(a3) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w1
  FROM joined AS g
),
measured AS (
  SELECT k0, w0 AS m0, (toFloat64((COALESCE(a1, 0) - a2)) / nullIf(toFloat64(ABS(a2)), 0)) AS m1, (toFloat64(a0) / nullIf(toFloat64(t0), 0)) AS m2, w1 AS p0, (toFloat64((COALESCE(a2, 0) - a4)) / nullIf(toFloat64(ABS(a4)), 0)) AS p1, (toFloat64(a3) / nullIf(toFloat64(t1), 0)) AS p2
  FROM window0
  WHERE k0 >= toDate32({p7:String})
)
SELECT k0 AS d0, m0, m1, m2, p0, p1, p2
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2024-01-01"
-- 2 filter: "2024-03-21"
-- 3 filter: "2025-01-01"
-- 4 filter: "2025-03-21"
-- 5 filter: "2026-01-01"
-- 6 filter: "2026-03-20"
-- 7 filter: "2026-01-01"

WITH base AS (
  SELECT NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, s.`quantity` AS v4
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p1:String}) AND s.`day` < toDate32({p2:String}))
  UNION ALL
  SELECT NULL AS v0, s.`amount` AS v1, NULL AS v2, s.`quantity` AS v3, NULL AS v4
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p3:String}) AND s.`day` < toDate32({p4:String}))
  UNION ALL
  SELECT s.`amount` AS v0, NULL AS v1, s.`quantity` AS v2, NULL AS v3, NULL AS v4
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p5:String}) AND s.`day` <= toDate32({p6:String}))
)
SELECT sumOrNull(v0) AS m0, (toFloat64((COALESCE(sumOrNull(toInt128(v2)), 0) - sumOrNull(toInt128(v3)))) / nullIf(toFloat64(ABS(sumOrNull(toInt128(v3)))), 0)) AS m1, (toFloat64(sumOrNull(v0)) / nullIf(toFloat64(sumOrNull(v0)), 0)) AS m2, sumOrNull(v1) AS p0, (toFloat64((COALESCE(sumOrNull(toInt128(v3)), 0) - sumOrNull(toInt128(v4)))) / nullIf(toFloat64(ABS(sumOrNull(toInt128(v4)))), 0)) AS p1, (toFloat64(sumOrNull(v1)) / nullIf(toFloat64(sumOrNull(v1)), 0)) AS p2
FROM base
LIMIT 2
-- 1 filter: "2024-01-01"
-- 2 filter: "2024-03-21"
-- 3 filter: "2025-01-01"
-- 4 filter: "2025-03-21"
-- 5 filter: "2026-01-01"
-- 6 filter: "2026-03-20"
