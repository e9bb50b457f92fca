WITH base AS (
  SELECT toStartOfYear(s.`day`) AS k0, toString(s.`customer`) AS k1, s.`quantity` AS v0, NULL AS v1, 0 AS part
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p1:String}) AND s.`day` <= toDate32({p2:String}))
  UNION ALL
  SELECT toStartOfYear(addMonths(s.`day`, 12)) AS k0, toString(s.`customer`) AS k1, NULL AS v0, s.`quantity` AS v1, 1 AS part
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p3:String}) AND s.`day` < toDate32({p4:String}))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE part = 0 GROUP BY k1
  ORDER BY sumOrNull(toInt128(v0)) DESC NULLS LAST, k1 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, k1 AS d1, o0, sumOrNull(toInt128(v0)) AS m0, sumOrNull(toInt128(v1)) AS p0
FROM ranked
GROUP BY k0, k1, o0
ORDER BY k0 ASC NULLS LAST, o0 ASC, k1 ASC NULLS LAST
LIMIT 1001
-- 1 filter: "2025-01-01"
-- 2 filter: "2026-12-31"
-- 3 filter: "2024-01-01"
-- 4 filter: "2026-01-01"
