import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openDuckdb } from '../../../src/platform/engines/duckdb/driver.ts';
import { childrenLimits, DuckdbChildren } from '../../../src/platform/engines/duckdb/duckdb-children.ts';
import type { Engine } from '../../../src/platform/engines/engine.ts';
import { systemTime } from '../../../src/platform/time/time.ts';
import { rejectsWith } from './rejects-with.ts';

const LIMITS = { maxRows: 100, maxBytes: 100_000, timeoutMs: 30_000 };

const ACCEPTED = [
  'SELECT * FROM orders',
  'FROM orders',
  'FROM orders SELECT region',
  'TABLE orders',
  'VALUES (1), (2)',
  'SELECT * FROM main.orders',
  'SELECT * FROM memory.main.orders',
  'SELECT * FROM ORDERS',
  'SELECT o.region, sum(o.amount) FROM orders AS o GROUP BY ALL HAVING count(*) > 0 ORDER BY ALL LIMIT 5',
  'SELECT * FROM orders, people WHERE orders.id = people.id',
  'SELECT * FROM orders JOIN people USING (id) LEFT JOIN orders AS again USING (id)',
  'SELECT * FROM orders, LATERAL (SELECT amount * 2 AS twice)',
  'SELECT * FROM orders WHERE id IN (SELECT id FROM people) AND EXISTS (FROM people)',
  'SELECT (SELECT max(id) FROM people) AS newest, * EXCLUDE (id) REPLACE (amount + 1 AS amount) FROM orders',
  'WITH a AS (FROM orders), b AS (FROM a) SELECT * FROM b',
  'WITH orders AS (SELECT 1 AS n) SELECT n FROM orders',
  'WITH a AS MATERIALIZED (FROM orders) SELECT * FROM a UNION ALL BY NAME SELECT * FROM a',
  'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n',
  'SELECT * FROM (WITH a AS (FROM orders) SELECT * FROM a) AS b',
  '(SELECT id FROM orders) UNION (SELECT id FROM people) EXCEPT (SELECT 3)',
  'SELECT *, rank() OVER (PARTITION BY region ORDER BY amount) AS r FROM orders QUALIFY r = 1',
  "SELECT * FROM (PIVOT orders ON region IN ('Bern', 'Basel') USING sum(amount))",
  'SELECT * FROM (UNPIVOT (SELECT id, amount FROM orders) ON amount INTO NAME n VALUE v)',
  'SELECT a.id FROM orders a ASOF JOIN people b ON a.id >= b.id',
  'SELECT * FROM orders POSITIONAL JOIN people',
  'SELECT * FROM orders TABLESAMPLE 50%',
  'SELECT * FROM range(3) AS t(n)',
  "SELECT * FROM generate_series(DATE '2024-01-01', DATE '2024-01-03', INTERVAL 1 DAY)",
  'SELECT * FROM unnest([1, 2, 3])',
  'SELECT unnest(tags) FROM people',
  'SELECT * FROM repeat(1, 3)',
  `SELECT * FROM json_each('{"a": 1}')`,
  `SELECT * FROM json_tree('[1, [2]]')`,
  "SELECT * FROM query('SELECT * FROM orders')",
  "SELECT * FROM query('SELECT * FROM query(''FROM people'')')",
  "SELECT * FROM query_table('orders')",
  "SELECT * FROM query_table(['orders', 'people'], true)",
  'SELECT * FROM (DESCRIBE orders)',
  'SELECT * FROM (SUMMARIZE orders)',
  'SELECT list_transform([1, 2], x -> x + 1), [n FOR n IN [1, 2] IF n > 1]',
  `SELECT json_extract('{"a": 1}', '$.a'), regexp_replace('a', 'a', 'b'), strftime(DATE '2024-01-01', '%Y')`,
  'SELECT COLUMNS(*) FROM orders',
  'SELECT current_date, now(), version(), typeof(1)',
  'SELECT 1;',
  '-- a comment\nSELECT 1 /* another */',
  'SELECT count(*) FILTER (WHERE amount > 1), first(region ORDER BY id) FROM orders GROUP BY GROUPING SETS ((), (region))',
];

const REFUSED = [
  // Logs, profiles and settings.
  "SELECT * FROM enable_logging(storage => 'file', storage_path => 'logs')",
  'SELECT * FROM disable_logging()',
  'SELECT * FROM truncate_duckdb_logs()',
  'SELECT * FROM enable_profiling()',
  "SELECT * FROM enable_profiling(save_location => 'profile.json')",
  'SELECT * FROM duckdb_logs',
  'SELECT * FROM main.duckdb_logs',
  'SELECT * FROM system.main.duckdb_logs',
  'SELECT * FROM duckdb_logs()',
  "SELECT * FROM duckdb_logs_parsed('HTTP')",
  'SELECT * FROM duckdb_settings()',
  'SELECT * FROM duckdb_settings',
  'SELECT * FROM duckdb_secrets()',
  'SELECT * FROM duckdb_views()',
  'SELECT sql FROM duckdb_views',
  "SELECT current_setting('allowed_directories')",
  "SELECT main.current_setting('temp_directory')",
  "SELECT CURRENT_SETTING('threads')",
  "SELECT getvariable('x')",
  "SELECT getenv('PATH')",
  "SELECT write_log('x')",
  "SELECT id FROM orders WHERE amount > (SELECT max(length(current_setting('temp_directory'))) FROM people)",
  'SELECT * FROM pragma_version()',
  'SELECT * FROM pragma_database_size()',
  'SELECT * FROM pragma_database_list',
  'SELECT * FROM (SHOW ALL TABLES)',
  'SELECT * FROM (SHOW TABLES)',
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM pg_catalog.pg_settings',
  'SELECT * FROM pg_tables',
  'SELECT * FROM sqlite_master',
  'SELECT pg_get_viewdef(1)',
  // Files, also of the tenant's own folder: uploads are read by their names.
  "SELECT * FROM 'orders.csv'",
  'SELECT * FROM "orders.csv"',
  "SELECT * FROM read_csv('orders.csv')",
  "SELECT * FROM read_json('people.json')",
  "SELECT * FROM read_parquet('*.parquet')",
  "SELECT * FROM read_text('*')",
  "SELECT * FROM read_blob('/etc/passwd')",
  "SELECT * FROM read_duckdb('x.duckdb')",
  "SELECT * FROM parquet_metadata('x.parquet')",
  "SELECT * FROM sniff_csv('orders.csv')",
  "SELECT * FROM glob('*')",
  // SQL from text.
  "SELECT * FROM query('SELECT * FROM duckdb_logs')",
  "SELECT * FROM query('SELECT * FROM query(''FROM duckdb_settings()'')')",
  "SELECT * FROM query('SELECT ' || '1')",
  'SELECT * FROM query($1)',
  "SELECT * FROM query((SELECT 'SELECT 1'))",
  "SELECT * FROM query('SELECT 1; SELECT 2')",
  "SELECT * FROM query('DROP VIEW orders')",
  "SELECT * FROM query_table('duckdb_logs')",
  "SELECT * FROM query_table('main.duckdb_logs')",
  "SELECT * FROM query_table(['orders', 'duckdb_settings'])",
  "SELECT * FROM query_table('ord' || 'ers')",
  "SELECT * FROM query_table((SELECT 'orders'))",
  "SELECT * FROM histogram('duckdb_settings', name)",
  "SELECT * FROM histogram_values('duckdb_settings', name)",
  "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
  "SELECT json_serialize_plan('SELECT * FROM duckdb_settings()')",
  "SELECT * FROM sql_auto_complete('SEL')",
  // A name that is a common table expression in one place only.
  'SELECT * FROM duckdb_logs UNION ALL (WITH duckdb_logs AS (SELECT 1) SELECT * FROM duckdb_logs)',
  'WITH a AS (SELECT * FROM secret), secret AS (SELECT 1) SELECT * FROM a',
  'WITH secret AS (SELECT * FROM secret) SELECT * FROM secret',
  'WITH "orders.csv" AS (SELECT 1) SELECT * FROM (SUMMARIZE "orders.csv")',
  'SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a), a',
  // Hidden where a table is not expected.
  'SELECT * FROM orders LIMIT (SELECT count(*) FROM duckdb_logs)',
  'SELECT * FROM orders ORDER BY (SELECT 1 FROM duckdb_settings())',
  'SELECT DISTINCT ON ((SELECT 1 FROM duckdb_settings())) * FROM orders',
  'SELECT sum(amount) FILTER (WHERE EXISTS (FROM duckdb_settings())) FROM orders',
  'SELECT * FROM orders JOIN people ON EXISTS (FROM duckdb_settings())',
  'SELECT list_transform([1], x -> (SELECT count(*) FROM duckdb_settings()))',
  'VALUES ((SELECT count(*) FROM duckdb_settings()))',
  'SELECT * FROM unnest((SELECT list(name) FROM duckdb_settings()))',
  "SELECT * FROM (PIVOT duckdb_settings() ON name IN ('threads') USING first(value))",
  // Anything but one SELECT.
  'SELECT 1; SELECT 2',
  "COPY orders TO 'copy.csv'",
  'WITH a AS (SELECT 1) INSERT INTO orders SELECT * FROM a',
  'PRAGMA database_list',
  'SET threads = 8',
  'CALL duckdb_logs()',
  'SELECT * FROM checkpoint()',
  '',
  ';',
  '-- nothing',
];

describe('SQL check for uploaded files', () => {
  const children = new DuckdbChildren(childrenLimits(), systemTime);
  let folder: string;
  let engine: Engine;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-check-'));
    await writeFile(join(folder, 'orders.csv'), 'id,region,amount\n1,Bern,1.50\n2,Basel,2.25\n');
    await writeFile(join(folder, 'people.json'), '[{"id":1,"tags":["x"]},{"id":2,"tags":[]}]');
    engine = await openDuckdb({ folder, children }, systemTime);
  });
  after(async () => {
    await engine.close();
    await children.close();
    await rm(folder, { recursive: true });
  });

  for (const sql of ACCEPTED)
    test(`accepts ${sql}`, async () => {
      await engine.query({ sql, params: [] }, LIMITS);
      await engine.describeStatement({ sql, params: [] });
    });

  for (const sql of REFUSED)
    test(`refuses ${sql === '' ? 'an empty statement' : sql}`, async () => {
      const params = sql.includes('$1') ? ['SELECT 1'] : [];
      await rejectsWith('BAD_STATEMENT', engine.query({ sql, params }, LIMITS));
      await rejectsWith('BAD_STATEMENT', engine.describeStatement({ sql, params }));
    });

  test('accepts references to a file only while the file exists', async () => {
    const sql = 'SELECT * FROM later';
    await rejectsWith('BAD_STATEMENT', engine.query({ sql, params: [] }, LIMITS));
    await writeFile(join(folder, 'later.csv'), 'a\n1\n');
    assert.equal((await engine.query({ sql, params: [] }, LIMITS)).rowCount, 1);
    await rm(join(folder, 'later.csv'));
    await rejectsWith('BAD_STATEMENT', engine.query({ sql, params: [] }, LIMITS));
  });

  test('resolves a dotted file name in query_table() to that file or to nothing', async () => {
    await writeFile(join(folder, 'main.duckdb_settings.csv'), 'a\n1\n');
    const sql = "SELECT * FROM query_table('main.duckdb_settings')";
    await rejectsWith('BAD_STATEMENT', engine.query({ sql, params: [] }, LIMITS));
    assert.equal(
      (await engine.query({ sql: 'SELECT * FROM "main.duckdb_settings"', params: [] }, LIMITS)).rowCount,
      1,
    );
    await rm(join(folder, 'main.duckdb_settings.csv'));
  });

  test('leaves no file behind', async () => {
    assert.deepEqual((await readdir(folder)).sort(), ['orders.csv', 'people.json']);
  });
});
