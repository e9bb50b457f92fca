WITH base AS (
  SELECT toString(s1.`name`) AS k0, s.`quantity` AS v0
  FROM `orders` AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON toString(s.`customer`) = toString(s1.`name`) AND s1.`least` < {p1:Int64}
  WHERE (s.`region` IN ({p2:String}, {p3:String}, {p4:String}) AND toString(s.`region`) IN ({p5:String}, {p6:String}, {p7:String}))
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base GROUP BY k0
  ORDER BY sumOrNull(toInt128(v0)) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, o0, sumOrNull(toInt128(v0)) AS m0
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, sumOrNull(toInt128(v0)) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
