WITH base AS (
  SELECT s.`day` AS k0, s.`active` AS k1, s.`amount` AS v0, CASE WHEN s.`day` >= toDate32({p1:String}) THEN s.`amount` END AS v1
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p2:String}) AND s.`day` < toDate32({p3:String}))
),
grouped AS (
  SELECT k0, k1, sumOrNull(v0) AS a0, sumOrNull(v1) AS a1
  FROM base
  GROUP BY k0, k1
),
padded AS (
  SELECT k0, k1, maxOrNull(a0) AS a0, maxOrNull(a1) AS a1, MIN(gap) AS gap
  FROM (
    SELECT k0, k1, a0, a1, 0 AS gap FROM grouped
    UNION ALL
    SELECT toDate32({p4:String}), g.k1, NULL, NULL, 1
    FROM grouped AS g WHERE g.k0 >= toDate32({p5:String}) AND g.k0 < toDate32({p6:String})
  ) AS filled
  GROUP BY k0, k1
),
window0 AS (
  SELECT g.*, sumOrNull(a0) OVER (PARTITION BY k1, CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, addMonths(toStartOfQuarter(addMonths(k0, -3)), 3) ORDER BY k0) AS w0
  FROM padded AS g
),
measured AS (
  SELECT k0, k1, gap, w0 AS m0, (w0 - a1) AS m1, (w0 - 0) AS e1
  FROM window0
  WHERE k0 >= toDate32({p7:String})
)
SELECT k0 AS d0, k1 AS d1, gap, m0, m1, e1
FROM measured
ORDER BY k0 ASC NULLS LAST, k1 ASC NULLS LAST
LIMIT 10001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-04-01"
-- 3 filter: "2025-06-21"
-- 4 filter: "2025-05-10"
-- 5 filter: "2025-04-01"
-- 6 filter: "2025-05-10"
-- 7 filter: "2025-05-10"
