WITH scanned0 AS (
  SELECT toStartOfMonth(s.`day`) AS k0, s.`active` AS k1, CASE WHEN s.`day` >= toDate32({p1:String}) THEN s.`amount` END AS v0, CASE WHEN s.`day` >= toDate32({p2:String}) THEN s.`amount` END AS v1, CASE WHEN s.`day` >= toDate32({p3:String}) THEN s.`quantity` END AS v2, CASE WHEN s.`day` >= toDate32({p4:String}) THEN s.`amount` END AS v3, CASE WHEN (s.`day` >= toDate32({p5:String}) AND s.`day` < toDate32({p6:String})) THEN s.`amount` END AS v4, CASE WHEN s.`day` >= toDate32({p7:String}) THEN s.`quantity` END AS v5, CASE WHEN s.`day` < toDate32({p8:String}) THEN s.`quantity` END AS v6, CASE WHEN s.`day` < toDate32({p9:String}) THEN 1 ELSE 0 END AS in4, CASE WHEN (s.`day` >= toDate32({p10:String}) AND s.`day` < toDate32({p11:String})) THEN 1 ELSE 0 END AS in3, CASE WHEN s.`day` >= toDate32({p12:String}) THEN 1 ELSE 0 END AS in1, CASE WHEN s.`day` >= toDate32({p13:String}) THEN 1 ELSE 0 END AS in2, CASE WHEN s.`day` >= toDate32({p14:String}) THEN 1 ELSE 0 END AS in0
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p15:String}) AND s.`day` < toDate32({p16:String}))
),
buckets0 AS (
  SELECT k0, k1, sumOrNull(v0) AS a0, sumOrNull(v1) AS a1, sumOrNull(toInt128(v2)) AS a2, sumOrNull(v3) AS a3, sumOrNull(v4) AS a4, sumOrNull(toInt128(v5)) AS a5, sumOrNull(toInt128(v6)) AS a6, SUM(in4) AS c4, SUM(in3) AS c3, SUM(in1) AS c1, SUM(in2) AS c2, SUM(in0) AS c0
  FROM scanned0
  GROUP BY k0, k1
),
base AS (
  SELECT CASE WHEN p.part = 4 THEN addMonths(g.k0, 12) WHEN p.part = 3 THEN addMonths(g.k0, 3) ELSE g.k0 END AS k0, g.k1 AS k1, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 1 THEN g.a2 END AS v2, CASE WHEN p.part = 2 THEN g.a3 END AS v3, CASE WHEN p.part = 3 THEN g.a4 END AS v4, CASE WHEN p.part = 0 THEN g.a5 END AS v5, CASE WHEN p.part = 4 THEN g.a6 END AS v6
  FROM buckets0 AS g
  CROSS JOIN (SELECT 4 AS part UNION ALL SELECT 3 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 0) AS p
  WHERE (p.part = 4 AND g.c4 > 0) OR (p.part = 3 AND g.c3 > 0) OR (p.part = 1 AND g.c1 > 0) OR (p.part = 2 AND g.c2 > 0) OR (p.part = 0 AND g.c0 > 0)
),
grouped AS (
  SELECT k0, k1, sumOrNull(v0) AS a0, sumOrNull(v1) AS a1, sumOrNull(toInt128(v2)) AS a2, sumOrNull(v3) AS a3, sumOrNull(v4) AS a4, sumOrNull(toInt128(v5)) AS a5, sumOrNull(toInt128(v6)) AS a6
  FROM base
  GROUP BY k0, k1
),
window0 AS (
  SELECT g.*, sumOrNull(a0) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY k0) AS w0, sumOrNull(a1) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY toInt32(toYear(k0) * 12 + toMonth(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w1, sumOrNull(toInt128(a2)) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END ORDER BY toInt32(toYear(k0) * 12 + toMonth(k0)) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS w2, sumOrNull(a3) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, addMonths(toStartOfQuarter(addMonths(k0, -3)), 3) ORDER BY k0) AS w3, sumOrNull(a4) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, addMonths(toStartOfQuarter(addMonths(k0, -3)), 3) ORDER BY k0) AS w4
  FROM grouped AS g
),
measured AS (
  SELECT k0, k1, a0 AS m0, w0 AS m1, (toFloat64((toFloat64(w1) / nullIf(toFloat64(3), 0))) / nullIf(toFloat64((toFloat64(w2) / nullIf(toFloat64(3), 0))), 0)) AS m2, w3 AS m3, CASE WHEN w3 IS NOT NULL OR w4 IS NOT NULL THEN (COALESCE(w3, 0) - COALESCE(w4, 0)) END AS m4, (toFloat64((COALESCE(a5, 0) - a6)) / nullIf(toFloat64(ABS(a6)), 0)) AS m5
  FROM window0
  WHERE k0 >= toDate32({p17:String})
)
SELECT k0 AS d0, k1 AS d1, m0, m1, m2, m3, m4, m5
FROM measured
ORDER BY m5 DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-03-01"
-- 3 filter: "2025-03-01"
-- 4 filter: "2025-04-01"
-- 5 filter: "2025-01-01"
-- 6 filter: "2025-12-21"
-- 7 filter: "2025-05-10"
-- 8 filter: "2025-03-21"
-- 9 filter: "2025-03-21"
-- 10 filter: "2025-01-01"
-- 11 filter: "2025-12-21"
-- 12 filter: "2025-03-01"
-- 13 filter: "2025-04-01"
-- 14 filter: "2025-05-10"
-- 15 filter: "2024-05-10"
-- 16 filter: "2026-03-21"
-- 17 filter: "2025-05-01"

WITH base AS (
  SELECT NULL AS v0, NULL AS v1, NULL AS v2, NULL AS v3, s.`quantity` AS v4
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p1:String}) AND s.`day` < toDate32({p2:String}))
  UNION ALL
  SELECT s.`amount` AS v0, CASE WHEN s.`day` >= toDate32({p3:String}) THEN s.`amount` END AS v1, CASE WHEN (s.`day` >= toDate32({p4:String}) AND s.`day` < toDate32({p5:String})) THEN s.`amount` END AS v2, s.`quantity` AS v3, NULL AS v4
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p6:String}) AND s.`day` < toDate32({p7:String}))
)
SELECT sumOrNull(v0) AS m0, sumOrNull(v0) AS m1, NULL AS m2, sumOrNull(v1) AS m3, CASE WHEN sumOrNull(v1) IS NOT NULL OR sumOrNull(v2) IS NOT NULL THEN (COALESCE(sumOrNull(v1), 0) - COALESCE(sumOrNull(v2), 0)) END AS m4, (toFloat64((COALESCE(sumOrNull(toInt128(v3)), 0) - sumOrNull(toInt128(v4)))) / nullIf(toFloat64(ABS(sumOrNull(toInt128(v4)))), 0)) AS m5
FROM base
LIMIT 2
-- 1 filter: "2024-05-10"
-- 2 filter: "2025-03-21"
-- 3 filter: "2026-01-01"
-- 4 filter: "2025-10-01"
-- 5 filter: "2025-12-21"
-- 6 filter: "2025-05-10"
-- 7 filter: "2026-03-21"
