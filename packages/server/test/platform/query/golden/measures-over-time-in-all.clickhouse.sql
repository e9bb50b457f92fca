WITH base AS (
  SELECT NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, s.`quantity` AS v4
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p1:String}) AND s.`day` < toDate32({p2:String}))
  UNION ALL
  SELECT s.`amount` AS v0, CASE WHEN s.`day` >= toDate32({p3:String}) THEN s.`amount` END AS v1, CASE WHEN (s.`day` >= toDate32({p4:String}) AND s.`day` < toDate32({p5:String})) THEN s.`amount` END AS v2, s.`quantity` AS v3, NULL AS v4
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p6:String}) AND s.`day` < toDate32({p7:String}))
)
SELECT sumOrNull(v0) AS m0, sumOrNull(v1) AS m1, CASE WHEN sumOrNull(v1) IS NOT NULL OR sumOrNull(v2) IS NOT NULL THEN (COALESCE(sumOrNull(v1), 0) - COALESCE(sumOrNull(v2), 0)) END AS m2, (toFloat64((COALESCE(sumOrNull(toInt128(v3)), 0) - sumOrNull(toInt128(v4)))) / nullIf(toFloat64(ABS(sumOrNull(toInt128(v4)))), 0)) AS m3
FROM base
LIMIT 1001
-- 1 filter: "2024-05-10"
-- 2 filter: "2025-03-21"
-- 3 filter: "2026-01-01"
-- 4 filter: "2025-10-01"
-- 5 filter: "2025-12-21"
-- 6 filter: "2025-05-10"
-- 7 filter: "2026-03-21"
