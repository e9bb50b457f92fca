import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { skipEngine } from '../../../../../test/support/engines/skip-engine.ts';
import { startTcpProxy } from '../../../../../test/support/network/tcp-proxy.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { turns } from '../../../../../test/support/time/turns.ts';
import { makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import type { Engine, EngineResult, QueryLimits, Statement } from '../../../src/platform/engines/engine.ts';
import { EngineError } from '../../../src/platform/engines/engine-error.ts';
import { dialectNamed, type EngineName } from '../../../src/platform/engines/engines.ts';
import { openEngine } from '../../../src/platform/engines/open-engine.ts';
import {
  compareKeys,
  compileDuplicateKey,
  compileKeyCounts,
} from '../../../src/platform/query/compile/compile-keys.ts';
import { compileAnySource } from '../../../src/platform/query/compile/compile-source.ts';
import { systemTime } from '../../../src/platform/time/time.ts';
import { startClickhouseFixture } from '../../platform/engines/clickhouse-fixture.ts';
import { startDuckdbFixture } from '../../platform/engines/duckdb-fixture.ts';
import { type EngineFixture, LOCAL, openLocal } from '../../platform/engines/engine-fixture.ts';
import { startMysqlFixture } from '../../platform/engines/mysql-fixture.ts';
import { startPostgresFixture } from '../../platform/engines/postgres-fixture.ts';
import { rejectsWith } from '../../platform/engines/rejects-with.ts';
import { startTrinoFixture } from '../../platform/engines/trino-fixture.ts';

const LIMITS: QueryLimits = { maxRows: 10_000, maxBytes: 10_000_000, timeoutMs: 120_000 };
const EXPECTED = {
  day: ['date', '2024-02-29'],
  at: ['datetime', '2024-03-31T00:30:00.000Z'],
  precise: ['datetime', '2024-03-31T23:59:59.123456Z'],
  amount: ['decimal', '12345678901234567890.0123456789'],
  price: ['decimal', 1234.5],
  big: ['integer', '9223372036854775807'],
  small: ['integer', 42],
  yes: ['boolean', true],
  nothing: ['string', null],
  words: ['string', 'Grüße 😀 \'quoted\' "double" \\ %_'],
  ratio: ['number', 0.1],
} as const;

const SUBJECTS: readonly { name: string; engine: EngineName; start: () => Promise<EngineFixture> }[] = [
  { name: 'DuckDB', engine: 'duckdb', start: startDuckdbFixture },
  { name: 'PostgreSQL', engine: 'postgres', start: startPostgresFixture },
  { name: 'MariaDB', engine: 'mysql', start: startMysqlFixture },
  { name: 'ClickHouse', engine: 'clickhouse', start: startClickhouseFixture },
  { name: 'Trino', engine: 'trino', start: startTrinoFixture },
];

for (const { name, engine: engineName, start } of SUBJECTS) {
  describe(name, { skip: skipEngine(engineName) }, () => {
    let fixture: EngineFixture;
    let engine: Engine;
    before(async () => {
      fixture = await start();
      engine = await fixture.open();
    });
    after(async () => {
      await engine?.close();
      await fixture?.stop();
    });

    test('lists foreign keys with their columns in order, where the engine has them', async () => {
      const keys = ((await engine.foreignKeys?.()) ?? []).filter(({ table }) => table === 'visit');
      const { schema } = fixture;
      const key = { schema, table: 'visit', columns: ['land', 'place'] };
      const other = { otherSchema: schema, otherTable: 'site', otherColumns: ['land', 'place'] };
      const hasKeys = engineName === 'postgres' || engineName === 'mysql';
      assert.deepEqual(keys, hasKeys ? [{ ...key, ...other, isUnique: true }] : []);
    });

    test('compares the keys of two sources, exactly and without rows that have none', async () => {
      const dialect = dialectNamed(engineName);
      const columns = [
        { name: 'id', type: 'integer' },
        { name: 'code', type: 'string' },
      ] as const;
      const keyed = (...rows: readonly string[]) => ({
        from: compileAnySource({ kind: 'sql', sql: rows.join(' UNION ALL ') }, undefined, dialect),
        columns,
      });
      const own = keyed("SELECT 1 AS id, 'a' AS code", "SELECT 3, 'x'", "SELECT 4, 'y'", "SELECT NULL, 'z'");
      const other = keyed("SELECT 1 AS id, 'a' AS code", "SELECT 1, 'a'", "SELECT 1, 'A'");
      const rowsOf = async (statement: Statement) => {
        const result = await engine.query(statement, LIMITS);
        return Array.from({ length: result.rowCount }, (_, row) =>
          result.columns.map(({ values }) => values[row]),
        );
      };
      const numbers = async (statement: Statement) => (await rowsOf(statement))[0]?.map(Number);
      assert.deepEqual(await numbers(compileKeyCounts(own, dialect)), [4, 1]);
      const compared = compareKeys(own, other, dialect);
      assert.deepEqual(await numbers(compared.counts), [2, 1, 0, 1]);
      assert.deepEqual(await rowsOf(compared.examples('own_orphans', 10)), [
        [3, 'x'],
        [4, 'y'],
      ]);
      assert.deepEqual(await rowsOf(compared.examples('other_duplicates', 10)), [[1, 'a']]);
      assert.equal((await rowsOf(compileDuplicateKey(other, dialect))).length, 1);
      assert.equal((await rowsOf(compileDuplicateKey(own, dialect))).length, 0);
    });

    test('returns values of every type exactly', async () => {
      const result = await engine.query({ sql: fixture.typesSql, params: [] }, LIMITS);
      assert.equal(result.rowCount, 1);
      const row = Object.fromEntries(
        result.columns.map((column) => [column.name, [column.type, column.values[0]]]),
      );
      const { nested, ...rest } = row;
      assert.deepEqual(rest, EXPECTED);
      assert.equal(nested?.[0], 'json');
      assert.equal(typeof nested?.[1], 'string');
      assert.deepEqual(JSON.parse(String(nested?.[1])), fixture.nested ?? { a: [1, 'ü', null] });
    });

    test('binds every kind of parameter without interpreting it as SQL', async () => {
      const text = `'; DROP TABLE types; -- " \\ %_ {p1:String} ? $1 😀 \t\n`;
      const { columns } = await engine.query(
        {
          sql: `SELECT ${fixture.parameter(1, 'string')} AS a, ${fixture.parameter(2, 'integer')} AS b,
            ${fixture.parameter(3, 'integer')} AS c, ${fixture.parameter(4, 'number')} AS d,
            ${fixture.parameter(5, 'boolean')} AS e, ${fixture.parameter(6, 'string')} AS f`,
          params: [text, 42, 9223372036854775807n, -0.25, true, null],
        },
        LIMITS,
      );
      const [a, b, c, d, e, f] = columns.map(({ values }) => values[0]);
      assert.deepEqual([a, b, c, d, f], [text, 42, '9223372036854775807', -0.25, null]);
      // A comparison is a number in MariaDB.
      assert.equal(Number(e), 1);
    });

    test('returns columns even without rows', async () => {
      const { columns, rowCount, truncated } = await engine.query(
        { sql: `SELECT * FROM (${fixture.numbersSql(3)}) AS t WHERE n > 5`, params: [] },
        LIMITS,
      );
      assert.deepEqual(
        columns.map((column) => [column.name, column.type, column.values]),
        [['n', 'integer', []]],
      );
      assert.deepEqual([rowCount, truncated], [0, false]);
    });

    test('keeps the order of many rows and reports a complete result', async () => {
      const result = await engine.query({ sql: fixture.numbersSql(10_000), params: [] }, LIMITS);
      assert.deepEqual(
        firstColumn(result),
        Array.from({ length: 10_000 }, (_, index) => index + 1),
      );
      assert.equal(result.truncated, false);
    });

    test('stops at the row limit and reports truncation', async () => {
      const result = await engine.query(
        { sql: fixture.numbersSql(1_000_000), params: [] },
        { ...LIMITS, maxRows: 150 },
      );
      assert.equal(firstColumn(result).length, 150);
      assert.deepEqual([result.rowCount, result.truncated], [150, true]);
      assert.equal(await countNumbers(engine, fixture), 3);
    });

    test('stops at the byte limit and reports truncation', async () => {
      const result = await engine.query(
        { sql: fixture.textsSql(100_000), params: [] },
        { ...LIMITS, maxBytes: 5500 },
      );
      assert.deepEqual([result.rowCount, result.truncated], [5, true]);
      assert.equal(await countNumbers(engine, fixture), 3);
    });

    test('stops a query that takes too long, in the database as well', async () => {
      await rejectsWith(
        'TIMEOUT',
        engine.query({ sql: fixture.endlessSql, params: [] }, { ...LIMITS, timeoutMs: 300 }),
      );
      await untilNothingRuns(fixture);
      assert.equal(await countNumbers(engine, fixture), 3);
    });

    test('stops a query that the caller cancels, in the database as well', async () => {
      const controller = new AbortController();
      const querying = engine.query({ sql: fixture.endlessSql, params: [] }, LIMITS, controller.signal);
      const rejected = rejectsWith('CANCELLED', querying);
      await untilSomethingRuns(fixture);
      controller.abort();
      await rejected;
      await untilNothingRuns(fixture);
      assert.equal(await countNumbers(engine, fixture), 3);
    });

    test('stops a query that is canceled while it starts, in the database as well', async () => {
      // Each time a little later: while it waits for a connection, is sent, or has begun.
      for (let count = 1; count < 5000; count *= 2) {
        const controller = new AbortController();
        const querying = engine.query({ sql: fixture.endlessSql, params: [] }, LIMITS, controller.signal);
        const rejected = rejectsWith('CANCELLED', querying);
        await turns(count);
        controller.abort();
        await rejected;
      }
      await untilNothingRuns(fixture);
      assert.equal(await countNumbers(engine, fixture), 3);
    });

    test('does not start a query that was already canceled', async () => {
      await rejectsWith(
        'CANCELLED',
        engine.query({ sql: 'SELECT 1', params: [] }, LIMITS, AbortSignal.abort()),
      );
    });

    test('serves more concurrent callers than it has connections', async () => {
      const counts = await Promise.all(Array.from({ length: 20 }, () => countNumbers(engine, fixture)));
      assert.deepEqual(counts, new Array(20).fill(3));
    });

    test('reports an invalid statement and keeps working', async () => {
      await rejectsWith(
        'BAD_STATEMENT',
        engine.query({ sql: 'SELECT nonsense FROM nowhere', params: [] }, LIMITS),
      );
      await rejectsWith('BAD_STATEMENT', engine.query({ sql: 'SELECT FROM WHERE', params: [] }, LIMITS));
      assert.equal(await countNumbers(engine, fixture), 3);
    });

    test('keeps row values out of error messages', async () => {
      const error = await engine.query({ sql: fixture.failingSql, params: [] }, LIMITS).then(
        () => assert.fail('the statement should have failed'),
        (reason: EngineError) => reason,
      );
      assert.equal(error.code, 'BAD_STATEMENT');
      assert.doesNotMatch(error.message, /hidden-value|Grüße/);
    });

    test('refuses every statement that writes', async () => {
      for (const sql of fixture.writingSql) {
        await assert.rejects(engine.query({ sql, params: [] }, LIMITS), EngineError, sql);
      }
      assert.equal((await findTypes(engine, fixture))?.name, 'types');
    });

    test('describes the tables it can read', async () => {
      const types = await findTypes(engine, fixture);
      const columns = new Map(types?.columns.map((column) => [column.name, column.type]));
      assert.equal(columns.get('day'), 'date');
      assert.ok(columns.has('amount'));
      if (columns.has('nested')) assert.equal(columns.get('nested'), 'json');
      if (columns.has('yes')) assert.equal(columns.get('yes'), 'boolean');
    });

    test('describes a statement without running it', async () => {
      const described = await engine.describeStatement({ sql: fixture.typesSql, params: [] });
      const types = Object.fromEntries(described.map((column) => [column.name, column.type]));
      assert.deepEqual(types, {
        ...Object.fromEntries(Object.entries(EXPECTED).map(([column, [type]]) => [column, type])),
        nested: 'json',
      });
      const endless = await engine.describeStatement({ sql: fixture.endlessSql, params: [] });
      assert.equal(endless.length, 1);
      await rejectsWith(
        'BAD_STATEMENT',
        engine.describeStatement({ sql: 'SELECT nonsense FROM nowhere', params: [] }),
      );
    });

    test('passes its own test', async () => {
      await engine.test();
    });

    test('completes running queries before it closes, and rejects later ones', async () => {
      const other = await fixture.open();
      const running = [1, 2, 3, 4].map(() => countNumbers(other, fixture).catch((error: unknown) => error));
      await turns(1);
      await other.close();
      for (const response of await Promise.all(running))
        assert.ok(response === 3 || response instanceof EngineError);
      await assert.rejects(countNumbers(other, fixture), EngineError);
    });

    test('reports a wrong password without repeating it', async (t) => {
      const { network } = fixture;
      if (network === undefined) return t.skip('files have no password');
      const canary = 'canary-5ecret-pässword';
      const wrong = await openLocal({ ...network, password: { reveal: () => canary } });
      for (const attempt of [
        () => wrong.test(),
        () => wrong.query({ sql: 'SELECT 1', params: [] }, LIMITS),
      ]) {
        const error = await rejectsWith('WRONG_CREDENTIALS', attempt());
        for (const form of [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')]) {
          assert.ok(!inspect(error, { depth: 10 }).includes(form));
        }
      }
      await wrong.close();
    });

    test('reports an unknown database', async (t) => {
      const { network } = fixture;
      if (network === undefined) return t.skip('a folder is no database');
      const wrong = await openLocal({ ...network, database: 'no_such_database' });
      await rejectsWith('UNKNOWN_DATABASE', wrong.query({ sql: 'SELECT 1 FROM types', params: [] }, LIMITS));
      await wrong.close();
    });

    test('reports an unreachable server', async (t) => {
      const { network } = fixture;
      if (network === undefined) return t.skip('files are always there');
      const wrong = await openLocal({ ...network, host: '127.0.0.1', port: 1 });
      await rejectsWith('UNREACHABLE', wrong.test());
      await wrong.close();
    });

    test('refuses to connect to an address that the operator did not allow', async (t) => {
      const { network } = fixture;
      if (network === undefined) return t.skip('files are not reached by an address');
      for (const host of ['127.0.0.1', 'localhost', '::1', '169.254.169.254']) {
        const closed = await openEngine(
          { ...network, host },
          { ...LOCAL, egress: makeEgressRules([], systemTime) },
        );
        const error = await rejectsWith('ADDRESS_NOT_ALLOWED', closed.test());
        assert.match(error.message, /INLAY_ALLOW_PRIVATE_NETWORKS/);
        await closed.close();
      }
    });

    test('reports a lost connection and opens a new one for the next query', async (t) => {
      const { network } = fixture;
      if (network?.port === undefined) return t.skip('files are not reached by a connection');
      const proxy = await startTcpProxy(network.port);
      t.after(() => proxy.close());
      const remote = await openLocal({ ...network, port: proxy.port });
      t.after(() => remote.close());
      assert.equal(await countNumbers(remote, fixture), 3);
      const querying = remote.query({ sql: fixture.endlessSql, params: [] }, LIMITS);
      const lost = rejectsWith('CONNECTION_LOST', querying);
      await untilSomethingRuns(fixture);
      proxy.drop();
      await lost;
      assert.equal(await countNumbers(remote, fixture), 3);
      proxy.drop();
      assert.equal(await countNumbers(remote, fixture), 3);
    });

    test('rejects in time when the network stops responding', async (t) => {
      const { network } = fixture;
      if (network?.port === undefined) return t.skip('files are not reached by a connection');
      const proxy = await startTcpProxy(network.port);
      t.after(() => proxy.close());
      const remote = await openLocal({ ...network, port: proxy.port });
      t.after(() => remote.close());
      assert.equal(await countNumbers(remote, fixture), 3);
      proxy.silence();
      await rejectsWith(
        'TIMEOUT',
        remote.query({ sql: 'SELECT 1', params: [] }, { ...LIMITS, timeoutMs: 300 }),
      );
      proxy.drop();
      proxy.thaw();
      assert.equal(await countNumbers(remote, fixture), 3);
    });
  });
}

async function countNumbers(engine: Engine, fixture: EngineFixture): Promise<number> {
  return (await engine.query({ sql: fixture.numbersSql(3), params: [] }, LIMITS)).rowCount;
}

async function findTypes(engine: Engine, fixture: EngineFixture) {
  const tables = await engine.describe();
  return tables.find((table) => table.schema === fixture.schema && table.name === 'types');
}

function firstColumn(result: EngineResult): readonly unknown[] {
  return result.columns[0]?.values ?? [];
}

function untilSomethingRuns(fixture: EngineFixture): Promise<void> {
  return eventually(async () =>
    assert.notEqual(await fixture.countRunning?.(), 0, 'the statement does not run in the database'),
  );
}

async function untilNothingRuns({ countRunning }: EngineFixture): Promise<void> {
  if (countRunning === undefined) return;
  await eventually(async () =>
    assert.equal(await countRunning(), 0, 'the statement still runs in the database'),
  );
}
