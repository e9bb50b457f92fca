WITH base AS (
  SELECT CAST((CASE WHEN (s."quantity" > 10) THEN (CAST(? AS varchar) || translate(CAST(s."customer" AS varchar), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN (CAST(s."region" AS varchar) IS NULL) THEN CAST(? AS varchar) ELSE trim(BOTH ' ' FROM CAST(s."region" AS varchar)) END) AS varchar) AS k0, date_trunc('month', (CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END)) AS k1, ((starts_with((CASE WHEN (s."quantity" > 10) THEN (CAST(? AS varchar) || translate(CAST(s."customer" AS varchar), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN (CAST(s."region" AS varchar) IS NULL) THEN CAST(? AS varchar) ELSE trim(BOTH ' ' FROM CAST(s."region" AS varchar)) END), CAST(? AS varchar))) AND (NOT ((s."quantity" = 12) OR (s."quantity" = 13)))) AS k2, ((s."amount" * 0.93) - 0.5) AS v0, (CAST(((s."amount" * 0.93) - 0.5) AS double) / NULLIF(s."quantity", 0)) AS v1, s."quantity" AS v2, CAST((CASE WHEN (s."quantity" > 10) THEN (CAST(? AS varchar) || translate(CAST(s."customer" AS varchar), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN (CAST(s."region" AS varchar) IS NULL) THEN CAST(? AS varchar) ELSE trim(BOTH ' ' FROM CAST(s."region" AS varchar)) END) AS varchar) AS v3
  FROM "orders" AS s
  WHERE CAST((CASE WHEN (s."quantity" > 10) THEN (CAST(? AS varchar) || translate(CAST(s."customer" AS varchar), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN (CAST(s."region" AS varchar) IS NULL) THEN CAST(? AS varchar) ELSE trim(BOTH ' ' FROM CAST(s."region" AS varchar)) END) AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (((s."amount" * 0.93) - 0.5) > CAST(? AS decimal(38, 10)) AND (CAST(COALESCE((hour(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich'))), (-1)) AS bigint) % NULLIF(12, 0)) <> CAST(? AS bigint) AND ((CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END) >= CAST(? AS date) AND (CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END) <= CAST(? AS date)))
)
SELECT k0 AS d0, k1 AS d1, k2 AS d2, SUM(v0) AS m0, MAX(v1) AS m1, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v2 AS decimal(38, 0))) AS double), 0)) AS m2, MAX(v3) AS m3
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
  SELECT ((s."amount" * 0.93) - 0.5) AS v0, (CAST(((s."amount" * 0.93) - 0.5) AS double) / NULLIF(s."quantity", 0)) AS v1, s."quantity" AS v2, CAST((CASE WHEN (s."quantity" > 10) THEN (CAST(? AS varchar) || translate(CAST(s."customer" AS varchar), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN (CAST(s."region" AS varchar) IS NULL) THEN CAST(? AS varchar) ELSE trim(BOTH ' ' FROM CAST(s."region" AS varchar)) END) AS varchar) AS v3
  FROM "orders" AS s
  WHERE CAST((CASE WHEN (s."quantity" > 10) THEN (CAST(? AS varchar) || translate(CAST(s."customer" AS varchar), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN (CAST(s."region" AS varchar) IS NULL) THEN CAST(? AS varchar) ELSE trim(BOTH ' ' FROM CAST(s."region" AS varchar)) END) AS varchar) IN (CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar))
    AND (((s."amount" * 0.93) - 0.5) > CAST(? AS decimal(38, 10)) AND (CAST(COALESCE((hour(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich'))), (-1)) AS bigint) % NULLIF(12, 0)) <> CAST(? AS bigint) AND ((CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END) >= CAST(? AS date) AND (CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END) <= CAST(? AS date)))
)
SELECT SUM(v0) AS m0, MAX(v1) AS m1, (CAST(SUM(v0) AS double) / NULLIF(CAST(SUM(CAST(v2 AS decimal(38, 0))) AS double), 0)) AS m2, MAX(v3) AS m3
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
