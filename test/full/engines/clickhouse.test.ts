import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Engine, QueryLimits } from '@inlay/server/platform/engines/engine';
import type { EngineError } from '@inlay/server/platform/engines/engine-error';
import { openLocal, readUrl } from '../../../packages/server/test/platform/engines/engine-fixture.ts';
import { rejectsWith } from '../../../packages/server/test/platform/engines/rejects-with.ts';
import { executeOnClickhouse } from '../../support/engines/clickhouse/execute-on-clickhouse.ts';
import { describeSilentServer } from '../../support/engines/describe-silent-server.ts';
import { skipEngine } from '../../support/engines/skip-engine.ts';
import { eventually } from '../../support/time/eventually.ts';

const LIMITS: QueryLimits = { maxRows: 2_000_000, maxBytes: 100_000_000, timeoutMs: 60_000 };
const url = process.env.INLAY_TEST_CLICKHOUSE_URL;

const VALUES: readonly (readonly [sql: string, type: string, value: unknown])[] = [
  ['nan', 'number', null],
  ['-inf', 'number', null],
  ['toFloat32(0.1)', 'number', 0.1],
  [`toDecimal256('${'9'.repeat(50)}', 2)`, 'decimal', '9'.repeat(50)],
  [`toDecimal64('-0.0000000001', 10)`, 'decimal', -1e-10],
  [`toUInt256('${2n ** 256n - 1n}')`, 'integer', String(2n ** 256n - 1n)],
  [`toDateTime64('2024-03-31 23:59:59.123456789', 9, 'UTC')`, 'datetime', '2024-03-31T23:59:59.123456789Z'],
  [`toDateTime('2024-07-01 12:00:00', 'America/New_York')`, 'datetime', '2024-07-01T16:00:00.000Z'],
  [`toDateTime64('1900-01-01 00:00:00', 3, 'UTC')`, 'datetime', '1900-01-01T00:00:00.000Z'],
  [`toDate32('2299-12-31')`, 'date', '2299-12-31'],
  [`toUUID('12151fd2-7586-11e9-8f9e-2a86e4085a59')`, 'string', '12151fd2-7586-11e9-8f9e-2a86e4085a59'],
  [`CAST('b', 'Enum8(\\'a\\' = 1, \\'b\\' = 2)')`, 'string', 'b'],
  ['[toInt64(9007199254740993), NULL]', 'json', '["9007199254740993",null]'],
  [`map('x', 1, 'y', 2)`, 'json', '{"x":1,"y":2}'],
  ['(1.5, 2.5)::Point', 'json', '[1.5,2.5]'],
  [`${'['.repeat(100)}1${']'.repeat(100)}`, 'json', `${'['.repeat(100)}1${']'.repeat(100)}`],
  ['CAST(NULL AS Nullable(DateTime64(6)))', 'datetime', null],
  ['CAST(NULL AS Nullable(Decimal(10, 2)))', 'decimal', null],
  [`CAST('x' AS LowCardinality(Nullable(String)))`, 'string', 'x'],
  ['NULL', 'string', null],
];

describe('a ClickHouse server', { skip: skipEngine('clickhouse') }, () => {
  let engine: Engine;
  before(async () => {
    engine = await openLocal(readUrl('clickhouse', url ?? ''));
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
    const running = async () => {
      const sql = `SELECT count() FROM system.processes WHERE query LIKE 'SELECT sum(sipHash64(number)), \\'${mark}%'`;
      return Number(await executeOnClickhouse(url ?? '', sql));
    };
    const controller = new AbortController();
    const sql = `SELECT sum(sipHash64(number)), '${mark}' FROM numbers(1000000000000)`;
    const querying = engine.query({ sql, params: [] }, LIMITS, controller.signal);
    await eventually(async () => assert.equal(await running(), 1));
    controller.abort();
    await rejectsWith('CANCELLED', querying);
    await eventually(async () => assert.equal(await running(), 0));
  });

  it('reports an error that comes after the first rows', async () => {
    const sql = `SELECT throwIf(number = 900000, 'hidden-value') AS a FROM numbers(1000000)`;
    const error = await engine.query({ sql, params: [] }, LIMITS).then(
      () => assert.fail('the statement should have failed'),
      (reason: EngineError) => reason,
    );
    // The client library cannot read an error whose text arrives in two pieces.
    assert.ok(['BAD_STATEMENT', 'FAILED'].includes(error.code), error.code);
    assert.doesNotMatch(error.message, /hidden-value/);
    assert.match(error.detail ?? '', /hidden-value|error in the stream/);
  });

  it('does not run a second statement', async () => {
    const error = await rejectsWith(
      'BAD_STATEMENT',
      engine.query({ sql: 'SELECT 1; SELECT 2', params: [] }, LIMITS),
    );
    assert.match(error.message, /one statement/);
  });

  describeSilentServer('clickhouse', url);
});
