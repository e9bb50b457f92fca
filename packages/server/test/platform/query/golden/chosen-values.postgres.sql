WITH base AS (
  SELECT CAST(s."region" AS text) COLLATE "C" AS k0
  FROM "orders" AS s
  WHERE (s."region" = $1 AND CASE WHEN CAST(s."region" AS text) COLLATE "C" = CAST($2 AS text) THEN 1 END IS NOT NULL)
    AND (((s."region" IN ($3, $4) AND CASE WHEN CAST(s."region" AS text) COLLATE "C" IN (CAST($5 AS text), CAST($6 AS text)) THEN 1 END IS NOT NULL) OR s."region" IS NULL) AND s."score" IS NULL AND (CAST(s."customer" AS text) COLLATE "C" NOT IN (CAST($7 AS text), CAST($8 AS text)) OR s."customer" IS NULL) AND (s."amount" <> CAST($9 AS numeric) AND s."amount" IS NOT NULL))
)
SELECT k0 AS d0, COUNT(*) AS m0
FROM base
GROUP BY k0
ORDER BY COUNT(*) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 attributes.region: "EU"
-- 2 attributes.region: "EU"
-- 3 filter: "EU"
-- 4 filter: ""
-- 5 filter: "EU"
-- 6 filter: ""
-- 7 filter: "Ada"
-- 8 filter: ""
-- 9 filter: "12.5"
