WITH base AS (
  SELECT NULL AS v0, 1 AS v1, NULL AS v2, s.`amount` AS v3
  FROM `orders` AS s
  WHERE (s.`region` = {p1:String} AND toString(s.`region`) = {p2:String})
    AND (s.`day` >= toDate32({p3:String}) AND s.`day` < toDate32({p4:String}))
  UNION ALL
  SELECT 1 AS v0, NULL AS v1, s.`amount` AS v2, NULL AS v3
  FROM `orders` AS s
  WHERE (s.`region` = {p5:String} AND toString(s.`region`) = {p6:String})
    AND (s.`day` >= toDate32({p7:String}) AND s.`day` <= toDate32({p8:String}))
)
SELECT COUNT(v0) AS m0, sumOrNull(v2) AS m1, COUNT(v1) AS p0, sumOrNull(v3) AS p1
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "2025-01-27"
-- 4 filter: "2025-05-10"
-- 5 attributes.region: "EU"
-- 6 attributes.region: "EU"
-- 7 filter: "2025-05-10"
-- 8 filter: "2025-08-20"
