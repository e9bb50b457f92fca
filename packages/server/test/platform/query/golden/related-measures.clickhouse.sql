WITH base AS (
  SELECT subtractDays(s.`since`, (toDayOfWeek(s.`since`) + 6) % 7) AS k0, 1 AS v0, NULL AS v1, NULL AS v2
  FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s
  WHERE s.`least` < {p1:Int64}
  UNION ALL
  SELECT subtractDays(s.`since`, (toDayOfWeek(s.`since`) + 6) % 7) AS k0, NULL AS v0, s1.`amount` AS v1, toString(s1.`region`) AS v2
  FROM `orders` AS s1
  JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s ON toString(s.`name`) = toString(s1.`customer`) AND s.`least` < {p2:Int64}
  WHERE (s1.`region` IN ({p3:String}, {p4:String}, {p5:String}) AND toString(s1.`region`) IN ({p6:String}, {p7:String}, {p8:String}))
),
measured AS (
  SELECT k0, COUNT(v0) AS m0, sumOrNull(v1) AS m1, COUNT(DISTINCT v2) AS m2, sumOrNull(v1) AS h0
  FROM base
  GROUP BY k0
)
SELECT k0 AS d0, m0, m1, m2
FROM measured
WHERE h0 > {p9:Int64}
ORDER BY k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.floor: "10"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
-- 9 filter: "1"

WITH base AS (
  SELECT 1 AS v0, NULL AS v1, NULL AS v2
  FROM (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s
  WHERE s.`least` < {p1:Int64}
  UNION ALL
  SELECT NULL AS v0, s1.`amount` AS v1, toString(s1.`region`) AS v2
  FROM `orders` AS s1
  JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s ON toString(s.`name`) = toString(s1.`customer`) AND s.`least` < {p2:Int64}
  WHERE (s1.`region` IN ({p3:String}, {p4:String}, {p5:String}) AND toString(s1.`region`) IN ({p6:String}, {p7:String}, {p8:String}))
)
SELECT COUNT(v0) AS m0, sumOrNull(v1) AS m1, COUNT(DISTINCT v2) AS m2
FROM base
LIMIT 2
-- 1 attributes.floor: "10"
-- 2 attributes.floor: "10"
-- 3 attributes.regions: "EU"
-- 4 attributes.regions: "US"
-- 5 attributes.regions: "O'Neil"
-- 6 attributes.regions: "EU"
-- 7 attributes.regions: "US"
-- 8 attributes.regions: "O'Neil"
