import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { startPostgres } from '../../../../../test/support/stores/start-postgres.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import type { Engine } from '../../../src/platform/engines/engine.ts';
import { openLocal, readUrl } from '../../platform/engines/engine-fixture.ts';

const DATABASE = 'parallel_workers';
const LIMITS = { maxRows: 1000, maxBytes: 1_000_000, timeoutMs: 120_000 };
/** So that even a small table is read by workers, and by nobody else. */
const SETTINGS = [
  'max_parallel_workers_per_gather = 2',
  'parallel_setup_cost = 0',
  'parallel_tuple_cost = 0',
  'min_parallel_table_scan_size = 0',
  'parallel_leader_participation = off',
];

describe('PostgreSQL', () => {
  let admin: pg.Client;
  let engine: Engine;
  let url: URL;
  let stop = async () => {};
  before(async () => {
    const shared = process.env.INLAY_TEST_POSTGRES_URL;
    const own = shared === undefined ? await startPostgres({ isDurable: false }) : undefined;
    url = new URL(own?.url ?? shared ?? '');
    const server = new pg.Client(url.href);
    await server.connect();
    await server.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await server.query(`CREATE DATABASE ${DATABASE}`);
    for (const setting of SETTINGS) await server.query(`ALTER DATABASE ${DATABASE} SET ${setting}`);
    url.pathname = DATABASE;
    admin = new pg.Client(url.href);
    await admin.connect();
    await admin.query('CREATE TABLE numbers AS SELECT n FROM generate_series(1, 20000) AS n');
    await admin.query('ANALYZE numbers');
    await admin.query(`CREATE FUNCTION process_of_row(int) RETURNS int LANGUAGE plpgsql PARALLEL SAFE AS
      'BEGIN RETURN pg_backend_pid(); END'`);
    engine = await openLocal(readUrl('postgres', url.href));
    stop = async () => {
      await engine.close();
      await admin.end();
      await server.query(`DROP DATABASE ${DATABASE} WITH (FORCE)`);
      await server.end();
      await own?.stop();
    };
  });
  after(() => stop());

  test('reads a table with its parallel workers', async () => {
    const sql = `SELECT bool_or(process = pg_backend_pid()) AS leads, count(*) AS rows
      FROM (SELECT process_of_row(n) AS process FROM numbers) AS t`;
    const { columns } = await engine.query({ sql, params: [] }, LIMITS);
    assert.deepEqual(
      columns.map(({ values }) => values[0]),
      [false, 20_000],
    );
  });

  test('leaves no advisory lock in a pooled connection', async () => {
    for (const sql of [
      'SELECT pg_advisory_lock(7) IS NULL AS a',
      'SELECT pg_try_advisory_lock(8) AS a, 1 / 0 AS b',
    ])
      await engine.query({ sql, params: [] }, LIMITS).catch(() => {});
    const { columns } = await engine.query({ sql: 'SELECT pg_backend_pid() AS pid', params: [] }, LIMITS);
    const pid = Number(columns[0]?.values[0]);
    await eventually(async () => {
      const { rows } = await admin.query(
        "SELECT pid, objid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
      assert.deepEqual(rows, []);
    });
    const { rows } = await admin.query('SELECT pid FROM pg_stat_activity WHERE pid = $1', [pid]);
    assert.equal(rows.length, 1, 'the connection stays in the pool');
  });

  test('reads a backslash as itself, whatever the default of the database', async () => {
    await admin.query(`ALTER DATABASE ${DATABASE} SET standard_conforming_strings = off`);
    const other = await openLocal(readUrl('postgres', url.href));
    try {
      const { columns } = await other.query({ sql: "SELECT '\\' AS a --'", params: [] }, LIMITS);
      assert.deepEqual(columns[0]?.values, ['\\']);
    } finally {
      await other.close();
      await admin.query(`ALTER DATABASE ${DATABASE} RESET standard_conforming_strings`);
    }
  });

  test('stops a statement in the database when its rows exceed a limit', async () => {
    // Sleeps after rows that are read or ignored: it would not notice a closed connection.
    const sql = 'SELECT n, CASE WHEN n > 5000 THEN pg_sleep(600)::text END AS slept FROM numbers';
    const result = await engine.query({ sql, params: [] }, { ...LIMITS, maxRows: 10 });
    assert.deepEqual([result.rowCount, result.truncated], [10, true]);
    await eventually(async () => {
      const { rows } = await admin.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = '${DATABASE}' AND query LIKE '%pg_sleep(600)%'
          AND state = 'active' AND pid <> pg_backend_pid()`,
      );
      assert.deepEqual(rows, []);
    });
    const { rowCount } = await engine.query({ sql: 'SELECT n FROM numbers LIMIT 3', params: [] }, LIMITS);
    assert.equal(rowCount, 3);
  });
});
