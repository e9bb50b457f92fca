WITH base AS (
  SELECT ((starts_with((CASE WHEN (s."quantity" > 10) THEN (CAST(? AS varchar) || translate(CAST(s."customer" AS varchar), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN (CAST(s."region" AS varchar) IS NULL) THEN CAST(? AS varchar) ELSE trim(BOTH ' ' FROM CAST(s."region" AS varchar)) END), CAST(? AS varchar))) AND (NOT ((s."quantity" = 12) OR (s."quantity" = 13)))) AS k0, NULL AS v0, ((s."amount" * 0.93) - 0.5) AS v1
  FROM "orders" AS s
  WHERE ((CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END) >= CAST(? AS date) AND (CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END) < CAST(? AS date))
  UNION ALL
  SELECT ((starts_with((CASE WHEN (s."quantity" > 10) THEN (CAST(? AS varchar) || translate(CAST(s."customer" AS varchar), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN (CAST(s."region" AS varchar) IS NULL) THEN CAST(? AS varchar) ELSE trim(BOTH ' ' FROM CAST(s."region" AS varchar)) END), CAST(? AS varchar))) AND (NOT ((s."quantity" = 12) OR (s."quantity" = 13)))) AS k0, ((s."amount" * 0.93) - 0.5) AS v0, NULL AS v1
  FROM "orders" AS s
  WHERE ((CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END) >= CAST(? AS date) AND (CASE WHEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) BETWEEN DATE '1900-01-01' AND DATE '2299-12-31' THEN date_add('day', (CASE WHEN (CAST(s."quantity" AS bigint) * 2) BETWEEN -150000 AND 150000 THEN (CAST(s."quantity" AS bigint) * 2) END), CAST(CAST(at_timezone(CAST(s."created" AS timestamp(6) with time zone), 'Europe/Zurich') AS date) AS date)) END) <= CAST(? AS date))
)
SELECT k0 AS d0, SUM(v0) AS m0, SUM(v1) AS p0
FROM base
GROUP BY k0
ORDER BY SUM(v0) DESC NULLS LAST, k0 ASC NULLS LAST
LIMIT 1001
-- 1 constant: "large "
-- 2 constant: "none"
-- 3 constant: "large"
-- 4 filter: "2024-11-01"
-- 5 filter: "2025-06-01"
-- 6 constant: "large "
-- 7 constant: "none"
-- 8 constant: "large"
-- 9 filter: "2025-06-01"
-- 10 filter: "2025-12-31"
