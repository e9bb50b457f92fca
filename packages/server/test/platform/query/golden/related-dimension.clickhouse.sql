WITH base AS (
  SELECT toString(s1.`name`) AS k0, toStartOfMonth(s1.`since`) AS k1, s.`amount` AS v0
  FROM `orders` AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON toString(s.`customer`) = toString(s1.`name`) AND s1.`least` < {p1:Int64}
  WHERE (s.`region` IN ({p2:String}, {p3:String}, {p4:String}) AND toString(s.`region`) IN ({p5:String}, {p6:String}, {p7:String}))
    AND (s1.`since` >= toDate32({p8:String}) AND s1.`since` <= toDate32({p9:String}))
)
SELECT k0 AS d0, k1 AS d1, sumOrNull(v0) AS m0, COUNT(*) AS m1
FROM base
GROUP BY k0, k1
ORDER BY k1 ASC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
-- 8 filter: "2025-01-01"
-- 9 filter: "2025-01-20"

WITH base AS (
  SELECT s.`amount` AS v0
  FROM `orders` AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON toString(s.`customer`) = toString(s1.`name`) AND s1.`least` < {p1:Int64}
  WHERE (s.`region` IN ({p2:String}, {p3:String}, {p4:String}) AND toString(s.`region`) IN ({p5:String}, {p6:String}, {p7:String}))
    AND (s1.`since` >= toDate32({p8:String}) AND s1.`since` <= toDate32({p9:String}))
)
SELECT sumOrNull(v0) AS m0, COUNT(*) AS m1
FROM base
LIMIT 2
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
-- 8 filter: "2025-01-01"
-- 9 filter: "2025-01-20"
