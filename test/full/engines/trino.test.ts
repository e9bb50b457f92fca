import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Engine, QueryLimits } from '@inlay/server/platform/engines/engine';
import type { EngineError } from '@inlay/server/platform/engines/engine-error';
import pg from 'pg';
import { openLocal, readUrl } from '../../../packages/server/test/platform/engines/engine-fixture.ts';
import { executeOnTrino } from '../../../packages/server/test/platform/engines/execute-on-trino.ts';
import { rejectsWith } from '../../../packages/server/test/platform/engines/rejects-with.ts';
import { describeSilentServer } from '../../support/engines/describe-silent-server.ts';
import { skipEngine } from '../../support/engines/skip-engine.ts';
import { eventually } from '../../support/time/eventually.ts';

const LIMITS: QueryLimits = { maxRows: 10_000, maxBytes: 10_000_000, timeoutMs: 60_000 };
const url = process.env.INLAY_TEST_TRINO_URL;
const secureUrl = process.env.INLAY_TEST_TRINO_TLS_URL;
const skipWithoutOwnServer = secureUrl ? false : 'only on the server that npm run test:engines starts';

const VALUES: readonly (readonly [sql: string, type: string, value: unknown])[] = [
  ['nan()', 'number', null],
  ['-infinity()', 'number', null],
  ['CAST(0.1 AS real)', 'number', 0.1],
  [`CAST('99999999999999999999999999999999999999' AS decimal(38, 0))`, 'decimal', '9'.repeat(38)],
  [`DECIMAL '-0.0000000001'`, 'decimal', -1e-10],
  [`TIMESTAMP '2024-03-31 23:59:59.123456789012'`, 'datetime', '2024-03-31T23:59:59.123456789012Z'],
  [`TIMESTAMP '2024-10-27 02:30:00.000001 Europe/Zurich'`, 'datetime', '2024-10-27T00:30:00.000001Z'],
  [`TIMESTAMP '2024-07-01 12:00:00.5 America/New_York'`, 'datetime', '2024-07-01T16:00:00.500Z'],
  [`TIMESTAMP '0001-01-01 00:00:00'`, 'datetime', '0001-01-01T00:00:00.000Z'],
  [`DATE '1582-10-04'`, 'date', '1582-10-04'],
  [`TIME '01:02:03.123456'`, 'string', '01:02:03.123456'],
  [`UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'`, 'string', '12151fd2-7586-11e9-8f9e-2a86e4085a59'],
  ['ARRAY[9007199254740993, NULL]', 'json', '[9007199254740993,null]'],
  [`MAP(ARRAY['x', 'y'], ARRAY[1, NULL])`, 'json', '{"x":1,"y":null}'],
  [`${'ARRAY['.repeat(200)}1${']'.repeat(200)}`, 'json', `${'['.repeat(200)}1${']'.repeat(200)}`],
  ['CAST(NULL AS timestamp(6))', 'datetime', null],
  ['CAST(NULL AS decimal(10, 2))', 'decimal', null],
  ['CAST(NULL AS array(bigint))', 'json', null],
  ['NULL', 'string', null],
];

describe('a Trino server', { skip: skipEngine('trino') }, () => {
  let engine: Engine;
  const network = () => readUrl('trino', url ?? '');
  before(async () => {
    engine = await openLocal(network());
  });
  after(() => engine?.close());

  it('returns unusual values and nulls of every type exactly', async () => {
    const sql = `SELECT ${VALUES.map(([value], index) => `${value} AS c${index}`).join(', ')}`;
    const { columns } = await engine.query({ sql, params: [] }, LIMITS);
    for (const [index, [value, type, expected]] of VALUES.entries())
      assert.deepEqual(
        [columns[index]?.type, columns[index]?.values[0]],
        [type, expected],
        value.slice(0, 80),
      );
  });

  it('cancels the query when the caller disconnects', async () => {
    const mark = `mark ${Math.random()}`;
    const sql = `SELECT count(*) AS n, '${mark}' AS mark FROM tpch.sf1000.lineitem`;
    const ask = async (columns: string) =>
      executeOnTrino(
        network(),
        `SELECT ${columns} FROM system.runtime.queries WHERE source = 'inlay' AND query LIKE '%${mark}%'`,
      );
    const controller = new AbortController();
    const querying = engine.query({ sql, params: [] }, LIMITS, controller.signal);
    await eventually(async () => assert.deepEqual(await ask('state'), [['RUNNING']]));
    controller.abort();
    await rejectsWith('CANCELLED', querying);
    await eventually(async () =>
      assert.deepEqual(await ask('state, error_code'), [['FAILED', 'USER_CANCELED']]),
    );
  });

  it('cancels the query in the server when a result reaches its row limit', async () => {
    const mark = `mark ${Math.random()}`;
    const sql = `SELECT orderkey, '${mark}' AS mark FROM tpch.sf1000.lineitem`;
    const { truncated } = await engine.query({ sql, params: [] }, LIMITS);
    assert.equal(truncated, true);
    await eventually(async () => {
      const states = await executeOnTrino(
        network(),
        `SELECT state FROM system.runtime.queries WHERE source = 'inlay' AND query LIKE '%${mark}%'`,
      );
      assert.ok(['FAILED', 'FINISHED'].includes(String(states[0]?.[0])), String(states));
    });
  });

  it('keeps the text of an error, which may quote rows, out of the message', async () => {
    const sql = `SELECT CAST(concat('hidden-value', name) AS integer) FROM tpch.tiny.nation`;
    const error: EngineError = await rejectsWith('BAD_STATEMENT', engine.query({ sql, params: [] }, LIMITS));
    assert.doesNotMatch(error.message, /hidden-value|ALGERIA/);
    assert.match(error.detail ?? '', /INVALID_CAST_ARGUMENT/);
  });

  it('describes and reads the catalog tpch', async () => {
    const tpch = await openLocal({ ...network(), database: 'tpch/tiny' });
    const tables = await tpch.describe();
    assert.ok(tables.length >= 8);
    assert.ok(tables.every(({ schema }) => schema === 'tiny'));
    const { columns } = await tpch.query({ sql: 'SELECT count(*) AS n FROM nation', params: [] }, LIMITS);
    assert.deepEqual(columns[0]?.values, [25]);
    await tpch.close();
  });

  it('lets PostgreSQL filter and group the rows of the catalog postgresql', {
    skip: skipWithoutOwnServer,
  }, async () => {
    const client = new pg.Client(process.env.INLAY_TEST_POSTGRES_URL);
    await client.connect();
    await client.query(`DROP TABLE IF EXISTS trino_sales;
      CREATE TABLE trino_sales AS SELECT n AS id, n % 3 AS shop, timestamptz '2024-01-01 00:00:00.123456+00' AS at
      FROM generate_series(1, 90) AS n`);
    await client.end();
    const catalog = await openLocal({ ...network(), database: 'postgresql/public' });
    const sql = 'SELECT shop, count(*) AS n, max(at) AS at FROM trino_sales WHERE shop = ? GROUP BY shop';
    const { columns } = await catalog.query({ sql, params: [1] }, LIMITS);
    assert.deepEqual(
      columns.map(({ values }) => values),
      [[1], [30], ['2024-01-01T00:00:00.123456Z']],
    );
    await catalog.close();
    const [[plan] = []] = await executeOnTrino(
      { ...network(), database: 'postgresql/public' },
      `EXPLAIN ${sql.replace('?', '1')}`,
    );
    // The whole query became one scan: nothing is left to group or filter in Trino.
    assert.match(String(plan), /TableScan/);
    assert.doesNotMatch(String(plan), /Aggregate|ScanFilter/);
  });

  it('accepts the password over TLS and refuses a wrong one', { skip: skipWithoutOwnServer }, async () => {
    const secure = {
      ...readUrl('trino', secureUrl ?? ''),
      certificateAuthority: process.env.INLAY_TEST_TRINO_TLS_CA ?? '',
    };
    const right = await openLocal(secure);
    await right.test();
    await right.close();
    const wrong = await openLocal({ ...secure, password: { reveal: () => 'canary-5ecret' } });
    const error = await rejectsWith('WRONG_CREDENTIALS', wrong.test());
    assert.doesNotMatch(JSON.stringify([error.message, error.detail]), /canary/);
    await wrong.close();
  });

  describeSilentServer('trino', url);
});
