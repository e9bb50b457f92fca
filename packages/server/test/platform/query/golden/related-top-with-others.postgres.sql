WITH base AS (
  SELECT CAST(s1."name" AS text) COLLATE "C" AS k0, s."quantity" AS v0
  FROM "orders" AS s
  LEFT JOIN (
SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer
) AS s1 ON CAST(s."customer" AS text) COLLATE "default" = CAST(s1."name" AS text) COLLATE "default" AND s1."least" < CAST($1 AS bigint)
  WHERE (s."region" IN ($2, $3, $4) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($5 AS text), CAST($6 AS text), CAST($7 AS text)) THEN 1 END IS NOT NULL)
),
top0 AS (
  SELECT k0 AS top_key, 1 AS hit
  FROM base GROUP BY k0
  ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
  LIMIT 2
),
ranked AS (
  SELECT CASE WHEN t0.hit = 1 THEN b.k0 END AS k0, CASE WHEN t0.hit = 1 THEN 0 ELSE 1 END AS o0, b.v0 AS v0
  FROM base AS b
  LEFT JOIN top0 AS t0 ON b.k0 IS NOT DISTINCT FROM t0.top_key)
SELECT k0 AS d0, o0, SUM(v0) AS m0
FROM ranked
GROUP BY k0, o0
ORDER BY o0 ASC, SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.floor: "10"
-- 2 attributes.regions: "EU"
-- 3 attributes.regions: "US"
-- 4 attributes.regions: "O'Neil"
-- 5 attributes.regions: "EU"
-- 6 attributes.regions: "US"
-- 7 attributes.regions: "O'Neil"
