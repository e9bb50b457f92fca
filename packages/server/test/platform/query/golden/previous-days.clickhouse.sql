WITH base AS (
  SELECT s.`amount` AS v0, 0 AS period
  FROM `orders` AS s
  WHERE (s.`region` = {p1:String} AND toString(s.`region`) = {p2:String})
    AND (s.`day` >= toDate32({p3:String}) AND s.`day` < toDate32({p4:String}))
  UNION ALL
  SELECT s.`amount` AS v0, 1 AS period
  FROM `orders` AS s
  WHERE (s.`region` = {p5:String} AND toString(s.`region`) = {p6:String})
    AND (s.`day` >= toDate32({p7:String}) AND s.`day` < toDate32({p8:String}))
)
SELECT COUNT(CASE WHEN period = 0 THEN 1 END) AS m0, sumOrNull(CASE WHEN period = 0 THEN v0 END) AS m1, COUNT(CASE WHEN period = 1 THEN 1 END) AS p0, sumOrNull(CASE WHEN period = 1 THEN v0 END) AS p1
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-05-10"
-- 4 filter: "2025-08-21"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
-- 7 filter: "2025-01-27"
-- 8 filter: "2025-05-10"
