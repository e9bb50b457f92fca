-- Sales of Larkfell, a fictional outdoor retailer: three fiscal years from November 1, 2023, continued to the day before the
-- first start, which the caller sets: SET VARIABLE last_day = DATE '2026-12-24'.
-- Deterministic: random values are hashes of the row number, never random().
-- Stories in the data: the shop's outage in June 2026, the launch of the Halo tent in March 2026, returns of the
-- Trail Runner since its new last of September 2025, Iberia rising, France declining. Everyone else grows, so that a first
-- look finds one problem: returns.

-- Unsigned on both sides: otherwise DuckDB divides in 128 bits, which is ten times slower.
CREATE MACRO chance(seed, salt) AS (hash(seed, salt) % 1000003::UBIGINT)::DOUBLE / 1000003;
-- Approximately normal around 0: the sum of three uniform values.
CREATE MACRO wobble(seed, salt) AS chance(seed, salt) + chance(seed, salt + 1) + chance(seed, salt + 2) - 1.5;

CREATE TABLE regions AS
SELECT * FROM (VALUES
  (1, 'DACH',         0.292, 0.06),
  (2, 'Nordics',      0.214, 0.08),
  (3, 'France',       0.186, 0.01),
  (4, 'UK & Ireland', 0.206, 0.05),
  (5, 'Iberia',       0.092, 0.24)
) AS t (region_id, region, share, growth);

CREATE TABLE places AS
SELECT region_id, (row_number() OVER (PARTITION BY region_id ORDER BY n, copy) - 1)::UBIGINT AS slot, country, city FROM (
  SELECT *, unnest(range(weight)) AS copy FROM (VALUES
    (1, 1, 'Germany', 'Berlin', 6), (2, 1, 'Germany', 'Munich', 6), (3, 1, 'Germany', 'Hamburg', 4), (4, 1, 'Germany', 'Cologne', 3),
    (5, 1, 'Austria', 'Innsbruck', 2), (6, 1, 'Austria', 'Vienna', 2), (7, 1, 'Switzerland', 'Zurich', 3), (8, 1, 'Switzerland', 'Bern', 1),
    (9, 2, 'Sweden', 'Stockholm', 5), (10, 2, 'Sweden', 'Gothenburg', 3), (11, 2, 'Norway', 'Oslo', 4), (12, 2, 'Norway', 'Bergen', 3),
    (13, 2, 'Denmark', 'Copenhagen', 4), (14, 2, 'Finland', 'Helsinki', 2),
    (15, 3, 'France', 'Paris', 6), (16, 3, 'France', 'Lyon', 4), (17, 3, 'France', 'Grenoble', 4), (18, 3, 'France', 'Annecy', 2),
    (19, 4, 'United Kingdom', 'London', 6), (20, 4, 'United Kingdom', 'Manchester', 4), (21, 4, 'United Kingdom', 'Edinburgh', 4),
    (22, 4, 'United Kingdom', 'Bristol', 2), (23, 4, 'Ireland', 'Dublin', 3),
    (24, 5, 'Spain', 'Madrid', 5), (25, 5, 'Spain', 'Barcelona', 6), (26, 5, 'Spain', 'Bilbao', 3), (27, 5, 'Portugal', 'Porto', 2), (28, 5, 'Portugal', 'Lisbon', 3)
  ) AS p (n, region_id, country, city, weight)
);

CREATE TABLE channels AS
SELECT * FROM (VALUES (1, 'Online', 0.40, 0.13), (2, 'Stores', 0.47, -0.09), (3, 'Partners', 0.13, 0.0))
  AS t (channel_id, channel, share, growth);

-- Twelve factors per category, starting with January.
CREATE TABLE seasons AS
SELECT * FROM (VALUES
  ('Tents',     [0.35, 0.40, 0.75, 1.25, 1.85, 2.05, 1.80, 1.25, 0.75, 0.50, 0.50, 0.55]),
  ('Packs',     [0.60, 0.65, 0.90, 1.15, 1.30, 1.40, 1.40, 1.20, 1.05, 0.85, 0.75, 0.75]),
  ('Footwear',  [0.70, 0.75, 1.15, 1.30, 1.20, 1.00, 0.90, 0.95, 1.25, 1.20, 0.85, 0.75]),
  ('Outerwear', [1.25, 0.95, 0.80, 0.65, 0.50, 0.45, 0.45, 0.60, 1.05, 1.55, 1.90, 1.85]),
  ('Sleep',     [0.50, 0.50, 0.70, 1.10, 1.45, 1.75, 1.75, 1.40, 0.90, 0.65, 0.60, 0.70]),
  ('Snow',      [2.30, 1.75, 0.90, 0.25, 0.10, 0.08, 0.08, 0.15, 0.40, 1.10, 2.15, 2.75])
) AS t (category, months);

CREATE TABLE products AS
SELECT * FROM (VALUES
  (1,  'Tents',     'Ridge 2',            329.0, 0.56, 1.10), (2,  'Tents',     'Ridge 4',            479.0, 0.55, 0.70),
  (3,  'Tents',     'Basecamp 6',         749.0, 0.60, 0.28), (4,  'Tents',     'Halo Ultralight',    429.0, 0.41, 1.55),
  (5,  'Packs',     'Daybreak 24',         89.0, 0.50, 1.70), (6,  'Packs',     'Traverse 45',        189.0, 0.52, 1.10),
  (7,  'Packs',     'Traverse 65',        229.0, 0.53, 0.75), (8,  'Packs',     'Hut to Hut 32',      139.0, 0.49, 1.00),
  (9,  'Footwear',  'Trail Runner',       149.0, 0.48, 2.10), (10, 'Footwear',  'Fell Boot',          219.0, 0.54, 1.30),
  (11, 'Footwear',  'Approach Low',       139.0, 0.51, 1.05), (12, 'Footwear',  'Camp Slipper',        49.0, 0.42, 0.95),
  (13, 'Outerwear', 'Squall Shell',       299.0, 0.50, 1.35), (14, 'Outerwear', 'Down Hooded',        259.0, 0.57, 1.40),
  (15, 'Outerwear', 'Merino Base',         79.0, 0.45, 2.00), (16, 'Outerwear', 'Wind Vest',           99.0, 0.47, 0.80),
  (17, 'Sleep',     'Three-Season Bag',   199.0, 0.55, 1.00), (18, 'Sleep',     'Summer Quilt',       159.0, 0.51, 0.85),
  (19, 'Sleep',     'Insulated Mat',      129.0, 0.49, 1.45), (20, 'Sleep',     'Travel Pillow',       29.0, 0.38, 1.10),
  (21, 'Snow',      'Touring Skis',       649.0, 0.64, 0.42), (22, 'Snow',      'Snowshoes',          179.0, 0.52, 0.95),
  (23, 'Snow',      'Avalanche Set',      339.0, 0.58, 0.60), (24, 'Snow',      'Ski Gloves',          69.0, 0.44, 1.50)
) AS t (product_id, category, product, price, cost_share, weight);

CREATE TABLE days AS
SELECT day, n, n / 365.25 AS years, month(day) AS month, isodow(day) AS weekday,
  -- Seasons turn over weeks, not on the first of a month.
  (dayofmonth(day) - 15) / 30.0 AS into_month,
  (month(day) = 11 AND day BETWEEN make_date(year(day), 11, 22) AND make_date(year(day), 11, 30)) AS black_week,
  day BETWEEN DATE '2026-06-08' AND DATE '2026-06-14' AS outage
FROM (SELECT CAST(DATE '2023-11-01' + CAST(n AS INTEGER) AS DATE) AS day, n
  FROM range(greatest(1096, date_diff('day', DATE '2023-11-01', getvariable('last_day')::DATE) + 1)) AS t (n));

-- Expected order lines per day, region, channel and product.
CREATE TABLE cells AS
WITH expected AS (
  SELECT d.day, d.n, d.black_week, r.region_id, r.region, c.channel_id, c.channel, p.*,
    316 * r.share * c.share * p.weight
    * pow(1 + r.growth + c.growth, d.years)
    -- France turns in early 2025 and loses ground month by month.
    * CASE WHEN r.region_id = 3 THEN pow(0.70, greatest(0, d.years - 1.25)) ELSE 1 END
    * (s.months[d.month] * (1 - abs(d.into_month))
       + s.months[CASE WHEN d.into_month < 0 THEN (d.month + 10) % 12 + 1 ELSE d.month % 12 + 1 END] * abs(d.into_month))
    * CASE WHEN c.channel_id = 1 THEN [1.10, 1.00, 0.96, 0.95, 0.92, 0.88, 1.19][d.weekday]
           ELSE [0.80, 0.84, 0.90, 0.98, 1.20, 1.70, 0.30][d.weekday] END
    * CASE WHEN d.black_week THEN 2.1 ELSE 1 END
    * CASE WHEN d.month = 12 AND dayofmonth(d.day) BETWEEN 5 AND 21 THEN 1.30 WHEN d.month = 12 AND dayofmonth(d.day) > 24 THEN 0.55 ELSE 1 END
    * CASE WHEN d.outage AND c.channel_id = 1 THEN 0.07 WHEN d.outage AND c.channel_id = 2 THEN 1.12 ELSE 1 END
    -- The Halo tent: launched on 2 March 2026, takes some of the Ridge 2's buyers.
    * CASE WHEN p.product_id = 4 THEN CASE WHEN d.day < DATE '2026-03-02' THEN 0 ELSE least(1, 0.25 + date_diff('day', DATE '2026-03-02', d.day) / 70.0) END
           WHEN p.product_id = 1 AND d.day >= DATE '2026-03-02' THEN 0.94 ELSE 1 END
    * CASE WHEN p.category = 'Snow' THEN [1.30, 1.25, 1.15, 0.85, 0.50][r.region_id] ELSE 1 END
    * (1 + 0.28 * wobble(d.n, 11) * 0.5) * (1 + 0.20 * wobble(d.n * 31 + r.region_id, 21) * 0.5)
    / 10.0 AS lines
  FROM days d CROSS JOIN regions r CROSS JOIN channels c CROSS JOIN products p JOIN seasons s USING (category)
),
drawn AS (
  SELECT *, CAST(floor(lines + chance(n * 100000 + region_id * 10000 + channel_id * 1000 + product_id, 1)) AS INTEGER) AS drawn
  FROM expected
)
SELECT drawn.*, slots::UBIGINT AS slots, greatest(1, CAST(sum(drawn) OVER (PARTITION BY n, region_id, channel_id) / 1.55 AS BIGINT)) AS orders
FROM drawn JOIN (SELECT region_id, count(*) AS slots FROM places GROUP BY region_id) USING (region_id)
ORDER BY n;

CREATE TABLE order_lines AS
WITH drawn AS (
  SELECT *, n * 100000000 + region_id * 10000000 + channel_id * 1000000 + product_id * 10000 + unnest(range(drawn)) AS line
  FROM cells WHERE drawn > 0
),
ordered AS (
  SELECT *, n * 1000000 + region_id * 100000 + channel_id * 20000 + CAST(floor(chance(line, 7) * orders) AS BIGINT) AS order_id
  FROM drawn
),
priced AS (
  SELECT *, hash(order_id, 5) % slots AS slot,
    CAST(1 + (chance(line, 2) > 0.88)::INTEGER + (chance(line, 3) > 0.97 AND price < 150)::INTEGER AS INTEGER) AS quantity,
    CASE WHEN black_week AND chance(line, 4) < 0.8 THEN 0.25
         WHEN chance(line, 4) < 0.10 THEN 0.15
         WHEN region_id = 3 AND day >= DATE '2025-11-01' AND chance(line, 4) < 0.36 THEN 0.20
         ELSE 0 END AS discount_rate,
    -- Returns: more online, and the Trail Runner since its new last.
    CASE category WHEN 'Footwear' THEN 0.105 WHEN 'Outerwear' THEN 0.085 WHEN 'Tents' THEN 0.035 ELSE 0.028 END
      * CASE channel_id WHEN 1 THEN 1.35 WHEN 2 THEN 0.60 ELSE 0.80 END
      * CASE WHEN product_id = 9 AND day >= DATE '2025-09-15' THEN 2.35 ELSE 1 END AS return_chance
  FROM ordered
),
placed AS (
  SELECT *, chance(line, 6) < return_chance AS is_returned,
    round(price * pow(1.03, n / 365.25) * quantity, 2) AS gross
  FROM priced JOIN places USING (region_id, slot)
)
SELECT
  order_id, day AS ordered_on, region, country, city, channel, category, product,
  region_id * 1000000 + CAST(floor(pow(chance(line, 8), 1.8) * (9000 + n * 12)) AS BIGINT) AS customer_id,
  quantity,
  CAST(gross * (1 - discount_rate) AS DECIMAL(12, 2)) AS revenue,
  CAST(gross * discount_rate AS DECIMAL(12, 2)) AS discount,
  CAST(gross * cost_share AS DECIMAL(12, 2)) AS cost,
  is_returned::INTEGER AS returned_lines,
  CAST(CASE WHEN is_returned THEN gross * (1 - discount_rate) ELSE 0 END AS DECIMAL(12, 2)) AS refunds
FROM placed;

-- One row per customer, with a made-up name that some others share.
CREATE TABLE customers AS
WITH first AS (
  SELECT customer_id, min(ordered_on) AS first_order, arg_min(region, order_id) AS region, arg_min(country, order_id) AS country
  FROM order_lines GROUP BY customer_id
),
named AS (
  SELECT *,
    ['Ada','Alma','Anna','Ben','Carla','Clara','David','Elena','Elif','Emil','Emma','Erik','Eva','Finn','Freya','Greta','Hugo','Ida','Ines','Jakob','Jonas','Julia','Karl','Lara','Lea','Leo','Liam','Lina','Luca','Maja','Marta','Max','Mia','Nils','Noah','Nora','Olga','Oskar','Paula','Sofia'][1 + CAST(floor(chance(customer_id, 41) * 40) AS INTEGER)] AS first_name,
    ['Adler','Alves','Andersson','Bakker','Baumann','Berg','Blanc','Brandt','Byrne','Carvalho','Costa','Dahl','Dubois','Eriksen','Fischer','Fontaine','Garcia','Gruber','Hansen','Hofer','Huber','Jensen','Keller','Koch','Kovacs','Larsen','Laurent','Lindholm','Lopez','Martin','Meier','Moreau','Moser','Murphy','Nielsen','Novak','OBrien','Olsen','Pereira','Richter','Rossi','Schmidt','Silva','Steiner','Taylor','Vogel','Weber','Wood'][1 + CAST(floor(chance(customer_id, 42) * 48) AS INTEGER)] AS last_name
  FROM first
)
SELECT customer_id, first_name || ' ' || last_name AS name,
  lower(first_name) || '.' || lower(last_name) || '.' || customer_id || '@mail.example' AS email,
  region, country, first_order
FROM named ORDER BY customer_id;

-- For finance: actual and planned values per line of the income statement, month and region.
CREATE TABLE ledger AS
WITH monthly AS (
  SELECT date_trunc('month', ordered_on)::DATE AS month, region, sum(revenue)::DOUBLE AS revenue, sum(cost)::DOUBLE AS cost,
    sum(refunds)::DOUBLE AS refunds
  FROM order_lines GROUP BY ALL
),
smooth AS (
  SELECT *, avg(revenue) OVER (PARTITION BY region ORDER BY month ROWS BETWEEN 11 PRECEDING AND CURRENT ROW) AS usual,
    hash(month, region) % 1000 / 1000.0 - 0.5 AS jitter,
    CASE region WHEN 'France' THEN 1.18 WHEN 'Iberia' THEN 0.91 WHEN 'Nordics' THEN 0.97 ELSE 1.0 END AS hope
  FROM monthly
),
lines AS (
  SELECT month, region, unnest([
    {'position': 1, 'line': 'Sales', 'actual': revenue, 'plan': revenue * hope * (1 + 0.05 * jitter)},
    {'position': 2, 'line': 'Returns', 'actual': -refunds, 'plan': -revenue * hope * 0.058},
    {'position': 3, 'line': 'Cost of goods', 'actual': -(cost - refunds * 0.46), 'plan': -revenue * hope * 0.502},
    {'position': 4, 'line': 'Shipping', 'actual': -revenue * (0.052 + 0.006 * jitter), 'plan': -revenue * hope * 0.050},
    {'position': 5, 'line': 'Marketing', 'actual': -(0.034 * usual + 0.028 * revenue) * CASE region WHEN 'France' THEN 1.35 ELSE 1 END, 'plan': -revenue * hope * 0.060},
    {'position': 6, 'line': 'Salaries', 'actual': -usual * 0.158 * CASE region WHEN 'France' THEN 1.12 ELSE 1 END, 'plan': -usual * 0.156 * hope},
    {'position': 7, 'line': 'Rent and other', 'actual': -usual * (0.066 + 0.01 * jitter), 'plan': -usual * 0.066}
  ]) AS entry FROM smooth
)
SELECT month, region, entry.position AS position, entry.line AS line,
  CAST(entry.actual AS DECIMAL(14, 2)) AS actual, CAST(entry.plan AS DECIMAL(14, 2)) AS plan
FROM lines ORDER BY month, region, position;

-- From visit to order in the online shop.
CREATE TABLE shop_visits AS
WITH daily AS (
  SELECT ordered_on AS day, region, count(DISTINCT order_id) AS orders FROM order_lines WHERE channel = 'Online' GROUP BY ALL
),
usual AS (
  -- In the week of the outage, what the weeks around it sold.
  SELECT day, region,
    CASE WHEN day BETWEEN DATE '2026-06-08' AND DATE '2026-06-14'
      THEN (lag(orders, 7) OVER w + lead(orders, 7) OVER w) / 2 ELSE orders END AS orders
  FROM daily WINDOW w AS (PARTITION BY region ORDER BY day)
),
devices AS (
  SELECT day, region, device, share, steps, orders, day BETWEEN DATE '2026-06-08' AND DATE '2026-06-14' AS outage, hash(day, region, device) % 1000 / 1000.0 AS luck
  FROM usual CROSS JOIN (VALUES
    ('Phone',   0.44, [58.0, 27.5, 7.2, 2.6]), ('Desktop', 0.46, [27.0, 16.5, 4.6, 1.7]), ('Tablet',  0.10, [36.0, 19.0, 5.4, 2.0])
  ) AS t (device, share, steps)
),
stages AS (
  SELECT day, region, device, unnest(['Visit', 'Product page', 'Basket', 'Checkout', 'Order']) AS stage,
    -- People came as ever in the week of the outage; only the last step failed.
    unnest([steps[1], steps[2], steps[3], steps[4], CASE WHEN outage THEN 0.07 ELSE 1 END])
      * orders * share * (0.94 + 0.12 * luck) AS sessions
  FROM devices
)
SELECT day AS visited_on, region, device, stage, CAST(round(sessions) AS INTEGER) AS sessions
FROM stages ORDER BY visited_on, region, device;
