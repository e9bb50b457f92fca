import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '../../../../../test/support/stores/start-postgres.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { serverTime } from '../../../../../test/support/time/fake-time.ts';
import type { Engine, QueryLimits } from '../../../src/platform/engines/engine.ts';
import { type Loss, NetworkProcesses } from '../../../src/platform/engines/network/network-processes.ts';
import { openEngine } from '../../../src/platform/engines/open-engine.ts';
import { LOCAL, readUrl } from '../../platform/engines/engine-fixture.ts';

const LIMITS: QueryLimits = { maxRows: 200_000, maxBytes: 50_000_000, timeoutMs: 120_000 };
describe('processes that run the drivers of databases', () => {
  const time = serverTime();
  const losses: Loss[] = [];
  let postgres: RunningPostgres;
  let admin: pg.Client;
  let processes: NetworkProcesses;
  before(async () => {
    postgres = await startPostgres({ isDurable: false });
    admin = new pg.Client(postgres.url);
    await admin.connect();
    processes = new NetworkProcesses({ time, processes: 1, onLost: (loss) => losses.push(loss) });
  });
  after(async () => {
    await processes?.close();
    await admin?.end();
    await postgres?.stop();
  });

  const open = (tenant: string) =>
    openEngine(readUrl('postgres', postgres.url), {
      ...LOCAL,
      time,
      network: { processes, key: 'bG9jYWw=', tenant },
    });
  const sleeping = `SELECT 7 AS seven FROM pg_sleep(0.2), pg_advisory_lock_shared(1)`;
  const ask = async (engine: Engine, sql: string) =>
    (await engine.query({ sql, params: [] }, LIMITS)).columns[0]?.values;
  const waitingFor = (count: number) =>
    eventually(async () => {
      const { rows } = await admin.query(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'advisory'`,
      );
      assert.equal(rows[0].n, count);
    });

  test('a statement whose process is killed is answered by another one', async () => {
    const engines = await Promise.all([open('a'), open('b')]);
    assert.deepEqual(await ask(engines[0], 'SELECT 7'), [7]);
    const [pid] = processes.pids;
    assert.ok(pid);
    await admin.query('SELECT pg_advisory_lock(1)');
    const responses = engines.map((engine) => ask(engine, sleeping));
    await waitingFor(2);
    process.kill(pid, 'SIGKILL');
    // What the killed process had asked the database for is still waiting; the same comes again from others.
    await eventually(() => assert.ok(processes.pids.some((other) => other !== pid)));
    await admin.query('SELECT pg_advisory_unlock(1)');
    assert.deepEqual(await Promise.all(responses), [[7], [7]]);
    assert.deepEqual(losses.splice(0), [{ reason: 'kill' }]);
    assert.deepEqual(await ask(engines[0], 'SELECT 7'), [7]);
    assert.equal(processes.pids.length, 1);
    await Promise.all(engines.map((engine) => engine.close()));
  });

  test('a large result arrives complete and in order', async () => {
    const engine = await open('a');
    const numbers = await ask(engine, 'SELECT n FROM generate_series(1, 100000) AS n ORDER BY n');
    assert.deepEqual(
      numbers,
      Array.from({ length: 100_000 }, (_, index) => index + 1),
    );
    await engine.close();
  });

  test('a process ends a minute after its last connection was closed', async () => {
    const engine = await open('a');
    assert.deepEqual(await ask(engine, 'SELECT 7'), [7]);
    await engine.close();
    assert.equal(processes.pids.length, 1);
    await time.advance(60_000);
    await eventually(() => assert.deepEqual(processes.pids, []));
    assert.deepEqual(losses, []);
  });
});
