WITH base AS (
  SELECT toString(s.`region`) AS k0, toString(s.`customer`) AS k1, NULL AS v0, s.`quantity` AS v1, NULL AS v2, toString(s.`customer`) AS v3, 0 AS in0
  FROM `orders` AS s
  WHERE (s.`region` IN ({p1:String}, {p2:String}, {p3:String}) AND toString(s.`region`) IN ({p4:String}, {p5:String}, {p6:String}))
    AND (s.`day` >= toDate32({p7:String}) AND s.`day` < toDate32({p8:String}))
  UNION ALL
  SELECT toString(s.`region`) AS k0, toString(s.`customer`) AS k1, s.`quantity` AS v0, NULL AS v1, toString(s.`customer`) AS v2, NULL AS v3, 1 AS in0
  FROM `orders` AS s
  WHERE (s.`region` IN ({p9:String}, {p10:String}, {p11:String}) AND toString(s.`region`) IN ({p12:String}, {p13:String}, {p14:String}))
    AND (s.`day` >= toDate32({p15:String}) AND s.`day` <= toDate32({p16:String}))
),
top0 AS (
  SELECT k1 AS top_key, 1 AS hit
  FROM base WHERE in0 = 1 GROUP BY k1
  ORDER BY sumOrNull(toInt128(v0)) DESC NULLS LAST, k1 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT b.k0 AS k0, CASE WHEN t0.hit = 1 THEN b.k1 END AS k1, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2, b.v3 AS v3
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k1 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, k1 AS d1, o0, sumOrNull(toInt128(v0)) AS m0, COUNT(DISTINCT v2) AS m1, sumOrNull(toInt128(v1)) AS p0, COUNT(DISTINCT v3) AS p1
FROM ranked
GROUP BY k0, k1, o0
ORDER BY sumOrNull(toInt128(v0)) DESC NULLS LAST, k0 ASC NULLS LAST, o0 ASC, k1 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2024-11-01"
-- 8 filter: "2025-06-01"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2025-06-01"
-- 16 filter: "2025-12-31"

WITH base AS (
  SELECT toString(s.`region`) AS k0, NULL AS v0, s.`quantity` AS v1, NULL AS v2, toString(s.`customer`) AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN ({p1:String}, {p2:String}, {p3:String}) AND toString(s.`region`) IN ({p4:String}, {p5:String}, {p6:String}))
    AND (s.`day` >= toDate32({p7:String}) AND s.`day` < toDate32({p8:String}))
  UNION ALL
  SELECT toString(s.`region`) AS k0, s.`quantity` AS v0, NULL AS v1, toString(s.`customer`) AS v2, NULL AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN ({p9:String}, {p10:String}, {p11:String}) AND toString(s.`region`) IN ({p12:String}, {p13:String}, {p14:String}))
    AND (s.`day` >= toDate32({p15:String}) AND s.`day` <= toDate32({p16:String}))
)
SELECT k0 AS d0, sumOrNull(toInt128(v0)) AS m0, COUNT(DISTINCT v2) AS m1, sumOrNull(toInt128(v1)) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
GROUP BY k0
ORDER BY sumOrNull(toInt128(v0)) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2024-11-01"
-- 8 filter: "2025-06-01"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2025-06-01"
-- 16 filter: "2025-12-31"

WITH base AS (
  SELECT toString(s.`customer`) AS k0, NULL AS v0, s.`quantity` AS v1, NULL AS v2, toString(s.`customer`) AS v3, 0 AS in0
  FROM `orders` AS s
  WHERE (s.`region` IN ({p1:String}, {p2:String}, {p3:String}) AND toString(s.`region`) IN ({p4:String}, {p5:String}, {p6:String}))
    AND (s.`day` >= toDate32({p7:String}) AND s.`day` < toDate32({p8:String}))
  UNION ALL
  SELECT toString(s.`customer`) AS k0, s.`quantity` AS v0, NULL AS v1, toString(s.`customer`) AS v2, NULL AS v3, 1 AS in0
  FROM `orders` AS s
  WHERE (s.`region` IN ({p9:String}, {p10:String}, {p11:String}) AND toString(s.`region`) IN ({p12:String}, {p13:String}, {p14:String}))
    AND (s.`day` >= toDate32({p15:String}) AND s.`day` <= toDate32({p16:String}))
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base WHERE in0 = 1 GROUP BY k0
  ORDER BY sumOrNull(toInt128(v0)) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0, b.v1 AS v1, b.v2 AS v2, b.v3 AS v3
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, o0, sumOrNull(toInt128(v0)) AS m0, COUNT(DISTINCT v2) AS m1, sumOrNull(toInt128(v1)) AS p0, COUNT(DISTINCT v3) AS p1
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, sumOrNull(toInt128(v0)) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 6
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2024-11-01"
-- 8 filter: "2025-06-01"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2025-06-01"
-- 16 filter: "2025-12-31"

WITH base AS (
  SELECT NULL AS v0, s.`quantity` AS v1, NULL AS v2, toString(s.`customer`) AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN ({p1:String}, {p2:String}, {p3:String}) AND toString(s.`region`) IN ({p4:String}, {p5:String}, {p6:String}))
    AND (s.`day` >= toDate32({p7:String}) AND s.`day` < toDate32({p8:String}))
  UNION ALL
  SELECT s.`quantity` AS v0, NULL AS v1, toString(s.`customer`) AS v2, NULL AS v3
  FROM `orders` AS s
  WHERE (s.`region` IN ({p9:String}, {p10:String}, {p11:String}) AND toString(s.`region`) IN ({p12:String}, {p13:String}, {p14:String}))
    AND (s.`day` >= toDate32({p15:String}) AND s.`day` <= toDate32({p16:String}))
)
SELECT sumOrNull(toInt128(v0)) AS m0, COUNT(DISTINCT v2) AS m1, sumOrNull(toInt128(v1)) AS p0, COUNT(DISTINCT v3) AS p1
FROM base
LIMIT 2
-- 1 attributes.regions: "EU"
-- 2 attributes.regions: "US"
-- 3 attributes.regions: "O'Neil"
-- 4 attributes.regions: "EU"
-- 5 attributes.regions: "US"
-- 6 attributes.regions: "O'Neil"
-- 7 filter: "2024-11-01"
-- 8 filter: "2025-06-01"
-- 9 attributes.regions: "EU"
-- 10 attributes.regions: "US"
-- 11 attributes.regions: "O'Neil"
-- 12 attributes.regions: "EU"
-- 13 attributes.regions: "US"
-- 14 attributes.regions: "O'Neil"
-- 15 filter: "2025-06-01"
-- 16 filter: "2025-12-31"
