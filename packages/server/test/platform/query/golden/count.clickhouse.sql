WITH base AS (
  SELECT 1 AS present
  FROM `orders` AS s
  WHERE (s.`region` = {p1:String} AND toString(s.`region`) = {p2:String})
)
SELECT COUNT(*) AS m0
FROM base
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
