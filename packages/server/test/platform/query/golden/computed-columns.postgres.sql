WITH base AS (
  SELECT CAST((CASE WHEN (s."quantity" > 10) THEN (CAST($1 AS text) || lower((CAST(s."customer" AS text) COLLATE "C") COLLATE "C")) WHEN ((CAST(s."region" AS text) COLLATE "C") IS NULL) THEN CAST($2 AS text) ELSE btrim((CAST(s."region" AS text) COLLATE "C"), ' ') END) AS text) COLLATE "C" AS k0, CAST(date_trunc('month', CAST((CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) AS timestamp)) AS date) AS k1, ((starts_with((CASE WHEN (s."quantity" > 10) THEN (CAST($3 AS text) || lower((CAST(s."customer" AS text) COLLATE "C") COLLATE "C")) WHEN ((CAST(s."region" AS text) COLLATE "C") IS NULL) THEN CAST($4 AS text) ELSE btrim((CAST(s."region" AS text) COLLATE "C"), ' ') END), CAST($5 AS text))) AND (NOT ((s."quantity" = 12) OR (s."quantity" = 13)))) AS k2, ((s."amount" * 0.93) - 0.5) AS v0, (((s."amount" * 0.93) - 0.5) / NULLIF(s."quantity", 0)) AS v1, s."quantity" AS v2, CAST((CASE WHEN (s."quantity" > 10) THEN (CAST($6 AS text) || lower((CAST(s."customer" AS text) COLLATE "C") COLLATE "C")) WHEN ((CAST(s."region" AS text) COLLATE "C") IS NULL) THEN CAST($7 AS text) ELSE btrim((CAST(s."region" AS text) COLLATE "C"), ' ') END) AS text) COLLATE "C" AS v3
  FROM "orders" AS s
  WHERE CAST((CASE WHEN (s."quantity" > 10) THEN (CAST($8 AS text) || lower((CAST(s."customer" AS text) COLLATE "C") COLLATE "C")) WHEN ((CAST(s."region" AS text) COLLATE "C") IS NULL) THEN CAST($9 AS text) ELSE btrim((CAST(s."region" AS text) COLLATE "C"), ' ') END) AS text) COLLATE "C" IN (CAST($10 AS text), CAST($11 AS text), CAST($12 AS text), CAST($13 AS text), CAST($14 AS text), CAST($15 AS text))
    AND (((s."amount" * 0.93) - 0.5) > CAST($16 AS numeric) AND (CAST(COALESCE((CAST(extract(hour FROM CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich') AS bigint)), (-1)) AS bigint) % NULLIF(12, 0)) <> CAST($17 AS bigint) AND ((CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) >= CAST($18 AS date) AND (CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) <= CAST($19 AS date)))
)
SELECT k0 AS d0, k1 AS d1, k2 AS d2, SUM(v0) AS m0, MAX(v1) AS m1, (CAST(SUM(v0) AS double precision) / NULLIF(CAST(SUM(v2) AS double precision), 0)) AS m2, MAX(v3) AS m3
FROM base
GROUP BY k0, k1, k2
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST, k1 ASC NULLS LAST, k2 ASC NULLS LAST
LIMIT 1001
-- 1 constant: "large "
-- 2 constant: "none"
-- 3 constant: "large "
-- 4 constant: "none"
-- 5 constant: "large"
-- 6 constant: "large "
-- 7 constant: "none"
-- 8 constant: "large "
-- 9 constant: "none"
-- 10 constant: "large customer 1"
-- 11 constant: "EU"
-- 12 constant: "US"
-- 13 constant: "eu"
-- 14 constant: "none"
-- 15 constant: "12abc"
-- 16 filter: "1"
-- 17 filter: "5"
-- 18 filter: "2025-01-15"
-- 19 filter: "2026-06-30"

WITH base AS (
  SELECT ((s."amount" * 0.93) - 0.5) AS v0, (((s."amount" * 0.93) - 0.5) / NULLIF(s."quantity", 0)) AS v1, s."quantity" AS v2, CAST((CASE WHEN (s."quantity" > 10) THEN (CAST($1 AS text) || lower((CAST(s."customer" AS text) COLLATE "C") COLLATE "C")) WHEN ((CAST(s."region" AS text) COLLATE "C") IS NULL) THEN CAST($2 AS text) ELSE btrim((CAST(s."region" AS text) COLLATE "C"), ' ') END) AS text) COLLATE "C" AS v3
  FROM "orders" AS s
  WHERE CAST((CASE WHEN (s."quantity" > 10) THEN (CAST($3 AS text) || lower((CAST(s."customer" AS text) COLLATE "C") COLLATE "C")) WHEN ((CAST(s."region" AS text) COLLATE "C") IS NULL) THEN CAST($4 AS text) ELSE btrim((CAST(s."region" AS text) COLLATE "C"), ' ') END) AS text) COLLATE "C" IN (CAST($5 AS text), CAST($6 AS text), CAST($7 AS text), CAST($8 AS text), CAST($9 AS text), CAST($10 AS text))
    AND (((s."amount" * 0.93) - 0.5) > CAST($11 AS numeric) AND (CAST(COALESCE((CAST(extract(hour FROM CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich') AS bigint)), (-1)) AS bigint) % NULLIF(12, 0)) <> CAST($12 AS bigint) AND ((CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) >= CAST($13 AS date) AND (CASE WHEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN CAST(CAST(CAST((CASE WHEN isfinite(s."created") THEN s."created" END) AS timestamptz) AT TIME ZONE 'Europe/Zurich' AS date) AS date) + (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN CAST((CAST(s."quantity" AS bigint) * 2) AS integer) END) END) <= CAST($14 AS date)))
)
SELECT SUM(v0) AS m0, MAX(v1) AS m1, (CAST(SUM(v0) AS double precision) / NULLIF(CAST(SUM(v2) AS double precision), 0)) AS m2, MAX(v3) AS m3
FROM base
LIMIT 2
-- 1 constant: "large "
-- 2 constant: "none"
-- 3 constant: "large "
-- 4 constant: "none"
-- 5 constant: "large customer 1"
-- 6 constant: "EU"
-- 7 constant: "US"
-- 8 constant: "eu"
-- 9 constant: "none"
-- 10 constant: "12abc"
-- 11 filter: "1"
-- 12 filter: "5"
-- 13 filter: "2025-01-15"
-- 14 filter: "2026-06-30"
