WITH base AS (
  SELECT s.`day` AS k0, s.`amount` AS v0, CASE WHEN s.`day` >= toDate32({p1:String}) THEN 1 END AS v1
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p2:String}) AND s.`day` < toDate32({p3:String}))
),
top0_grouped AS (
  SELECT k0, sumOrNull(v0) AS a0
  FROM base
  GROUP BY k0
),
top0_window0 AS (
  SELECT g.*, sumOrNull(a0) OVER (PARTITION BY CASE WHEN k0 IS NULL THEN 1 ELSE 0 END, addMonths(toStartOfQuarter(addMonths(k0, -3)), 3) ORDER BY k0) AS w0
  FROM top0_grouped AS g
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM top0_window0 WHERE k0 >= toDate32({p4:String})
  ORDER BY w0 DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 3
),
ranked AS (
  SELECT b.k0 AS k0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key),
grouped AS (
  SELECT k0, COUNT(v1) AS a0
  FROM ranked
  GROUP BY k0
),
measured AS (
  SELECT k0
  FROM grouped
  WHERE (a0 > 0)
)
SELECT k0 AS d0
FROM measured
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-05-10"
-- 2 filter: "2025-04-01"
-- 3 filter: "2026-03-21"
-- 4 filter: "2025-05-10"
