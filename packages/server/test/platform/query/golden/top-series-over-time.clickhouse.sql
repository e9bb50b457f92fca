WITH scanned0 AS (
  SELECT toStartOfYear(s.`day`) AS k0, toString(s.`customer`) AS k1, s.`quantity` AS v0, s.`quantity` AS v1, CASE WHEN s.`day` < toDate32({p1:String}) THEN 1 ELSE 0 END AS in1, CASE WHEN s.`day` >= toDate32({p2:String}) THEN 1 ELSE 0 END AS in0
  FROM `orders` AS s
  WHERE (s.`day` >= toDate32({p3:String}) AND s.`day` < toDate32({p4:String}))
),
buckets0 AS (
  SELECT k0, k1, sumOrNull(toInt128(v0)) AS a0, sumOrNull(toInt128(v1)) AS a1, SUM(in1) AS c1, SUM(in0) AS c0
  FROM scanned0
  GROUP BY k0, k1
),
base AS (
  SELECT CASE WHEN p.part = 1 THEN addMonths(g.k0, 12) ELSE g.k0 END AS k0, g.k1 AS k1, CASE WHEN p.part = 0 THEN g.a0 END AS v0, CASE WHEN p.part = 1 THEN g.a1 END AS v1, CASE WHEN p.part = 0 THEN 1 ELSE 0 END AS in0
  FROM buckets0 AS g
  CROSS JOIN (SELECT 1 AS part UNION ALL SELECT 0) AS p
  WHERE (p.part = 1 AND g.c1 > 0) OR (p.part = 0 AND g.c0 > 0)
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE in0 = 1 GROUP BY k1
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
-- 1 filter: "2026-01-01"
-- 2 filter: "2025-01-01"
-- 3 filter: "2024-01-01"
-- 4 filter: "2027-01-01"
