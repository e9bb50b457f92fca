import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type DataClient, dataClient } from '../../support/data/data-client.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { type RunningPostgres, startPostgres } from '../../support/stores/start-postgres.ts';
import { serverTime } from '../../support/time/fake-time.ts';

const VIEWERS = 8;
const QUERIES_PER_VIEWER = 60;
/** One process is killed after this many answers. */
const ANSWERS_PER_KILL = 6;

describe('engine processes that are killed at random under load', () => {
  const time = serverTime();
  let database: RunningPostgres;
  let store: TestStore;
  let inlay: TestInlay;
  let data: DataClient;
  before(async () => {
    database = await startPostgres({ isDurable: false });
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('create table numbers as select n, n % 7 as part from generate_series(1, 20000) n');
    await client.end();
    store = await sqliteStore();
    inlay = await startInlay(store, { time, env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
    data = dataClient(inlay.url, await logInAs(inlay.url));
    const url = new URL(database.url);
    const address = { host: '127.0.0.1', port: Number(url.port), database: url.pathname.slice(1) };
    const account = { user: url.username, password: url.password, tls: 'off' };
    await data.create('connections', {
      id: 'warehouse',
      name: 'Warehouse',
      kind: 'postgres',
      ...address,
      ...account,
    });
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index + 1},${(index + 1) % 7}`);
    assert.equal((await data.upload('numbers.csv', ['n,part', ...lines].join('\n'))).status, 201);
    for (const [connectionId, source] of [
      ['warehouse', { kind: 'table', schema: 'public', table: 'numbers' }],
      ['files', { kind: 'file', file: 'numbers' }],
    ] as const)
      await data.create('datasets', {
        id: connectionId,
        name: connectionId,
        connectionId,
        source,
        measures: [{ name: 'sum', kind: 'sum', column: 'n' }],
        segmented: false,
        cacheSeconds: 0,
      });
  });
  after(async () => {
    await inlay.close();
    await database.stop();
    await store.drop();
  });

  const sums = Array.from({ length: 7 }, (_, part) => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => index + 1).filter((n) => n % 7 === part);
    return numbers.reduce((total, n) => total + n, 0);
  });

  /** Each is another query, so that none shares a result. */
  let asked = 0;
  async function ask(dataset: string) {
    asked += 1;
    const filters = [{ column: 'n', operator: 'less-or-equal', value: 1_000_000 + asked }];
    const query = { dimensions: [{ column: 'part' }], measures: ['sum'], filters, limit: 100 };
    return data.query(dataset, query, { username: 'ann', workspace_id: 'main' });
  }

  function assertRight({ status, body }: Awaited<ReturnType<typeof ask>>): void {
    assert.equal(status, 200, JSON.stringify(body));
    const [parts, found] = body.result.columns.map(({ values }) => values);
    assert.deepEqual(
      (parts ?? [])
        .map((part, index) => [Number(part), Number(found?.[index])])
        .sort(([a = 0], [b = 0]) => a - b),
      sums.map((sum, part) => [part, sum]),
    );
  }

  it('cause no wrong and no hanging answer', async () => {
    let responses = 0;
    let kills = 0;
    const killOne = () => {
      const { duckdb, databases } = inlay.services;
      const pids = [...duckdb.pids, ...databases.pids];
      const pid = pids[Math.floor(Math.random() * pids.length)];
      if (pid === undefined) return;
      try {
        process.kill(pid, 'SIGKILL');
        kills += 1;
      } catch {
        // It has just ended on its own.
      }
    };
    let right = 0;
    const view = async (viewer: number) => {
      for (let each = 0; each < QUERIES_PER_VIEWER; each += 1) {
        const response = await ask(viewer % 2 === 0 ? 'warehouse' : 'files');
        // A statement whose second process was killed as well has an error, and its connection is paused.
        if (response.status !== 200)
          assert.ok([502, 503].includes(response.status), JSON.stringify(response.body));
        else {
          assertRight(response);
          right += 1;
        }
        responses += 1;
        if (responses % ANSWERS_PER_KILL === 0) killOne();
      }
    };
    await Promise.all(Array.from({ length: VIEWERS }, (_, viewer) => view(viewer)));
    assert.equal(responses, VIEWERS * QUERIES_PER_VIEWER);
    assert.ok(right > VIEWERS, `only ${right} of ${responses} answers were results`);
    assert.ok(kills >= 20, `only ${kills} processes were killed`);
  });

  it('leave nothing behind: the next queries are answered', async () => {
    // A connection that seemed to be the reason may be paused.
    await time.advance(60_000);
    for (const dataset of ['files', 'warehouse']) assertRight(await ask(dataset));
  });
});
