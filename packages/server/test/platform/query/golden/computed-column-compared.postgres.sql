WITH base AS (
  SELECT ((starts_with((CASE WHEN (s."quantity" > 10) THEN (CAST($1 AS text) || lower((CAST(s."customer" AS text) COLLATE "C") COLLATE "C")) WHEN ((CAST(s."region" AS text) COLLATE "C") IS NULL) THEN CAST($2 AS text) ELSE btrim((CAST(s."region" AS text) COLLATE "C"), ' ') END), CAST($3 AS text))) AND (NOT ((s."quantity" = 12) OR (s."quantity" = 13)))) AS k0, CASE WHEN (CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) >= CAST($4 AS date) THEN ((s."amount" * 0.93) - 0.5) END AS v0, CASE WHEN (CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) < CAST($5 AS date) THEN ((s."amount" * 0.93) - 0.5) END AS v1
  FROM "orders" AS s
  WHERE ((CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) >= CAST($6 AS date) AND (CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) < CAST($7 AS date))
)
SELECT k0 AS d0, SUM(v0) AS m0, SUM(v1) AS p0
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 constant: "large "
-- 2 constant: "none"
-- 3 constant: "large"
-- 4 filter: "2025-06-01"
-- 5 filter: "2025-06-01"
-- 6 filter: "2024-11-01"
-- 7 filter: "2026-01-01"
