import assert from 'node:assert/strict';
import { type DataClient, dataClient } from '../data/data-client.ts';
import { logInAs } from '../http/api-client.ts';
import { freePort } from '../server/free-port.ts';
import { untilPrinted } from '../server/run-inlay.ts';
import { spawnWatchedInlay, type WatchedCommand } from '../server/spawn-watched-inlay.ts';
import { sqliteStore, startInlay } from '../server/start-inlay.ts';
import { storeWith } from '../server/worlds.ts';
import { startPostgres } from '../stores/start-postgres.ts';
import { eventually } from '../time/eventually.ts';
import { addTenant } from '../users/second-tenant.ts';

/** A server with two tenants: one connects to hostile databases, the other one to good ones. */
export interface ThreatenedInlay {
  /** Starts it, if it does not run. */
  running(): Promise<WatchedCommand>;
  stopServing(): Promise<void>;
  /** The tenant with hostile databases. */
  readonly attacked: DataClient;
  /** What is wrong with the results that the other tenant gets. */
  othersProblems(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export const VIEWER = { username: 'ann@customer.example', workspace_id: 'main' };
const NEIGHBOR_QUERY = { dimensions: [{ column: 'city' }], measures: ['total'] };
const DATASET = {
  columns: [
    { name: 'city', type: 'string' },
    { name: 'amount', type: 'integer' },
  ],
  measures: [{ name: 'total', kind: 'sum', column: 'amount' }],
  cacheSeconds: 0,
  segmented: false,
};

export async function startThreatenedInlay(): Promise<ThreatenedInlay> {
  const shared = process.env.INLAY_TEST_POSTGRES_URL;
  const postgres = shared === undefined ? await startPostgres() : { url: shared, stop: async () => {} };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const store = await storeWith('started', sqliteStore);
  const inlay = await startInlay(store, {
    env: { INLAY_PORT: String(port), INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
  });
  const attacked = dataClient(url, await logInAs(url));
  const { adminToken, host } = await addTenant(inlay);
  const neighbor = dataClient(url, adminToken, host);
  await addGoodDatabases(neighbor, new URL(postgres.url));
  await inlay.close();

  let serving: WatchedCommand | undefined;
  const stopServing = async () => {
    serving?.process.kill('SIGKILL');
    await serving?.result;
    serving = undefined;
  };
  const problemOf = async (dataset: string) => {
    const { status, body } = await eventually(async () => {
      const response = await neighbor.query(dataset, NEIGHBOR_QUERY, VIEWER);
      // The time limit is so short that a busy machine exceeds it; after some such queries, the next ones are paused.
      assert.doesNotMatch(JSON.stringify(response.body), /"code":"(?:TIMEOUT|CIRCUIT_OPEN)"/);
      return response;
    });
    const values = status === 200 ? body.result.columns.map((column) => column.values) : undefined;
    const isGood = JSON.stringify(values) === JSON.stringify([['Bern'], [42]]);
    return isGood ? [] : [`another tenant's ${dataset}: ${status} ${JSON.stringify(body)}`];
  };
  const othersProblems = async () => [
    ...(await problemOf('good-database')),
    ...(await problemOf('good-file')),
  ];
  return {
    async running() {
      if (serving !== undefined) return serving;
      serving = spawnWatchedInlay(['serve'], {
        ...inlay.env,
        INLAY_LOG_LEVEL: 'silent',
        // The least there is, because many servers never end a query.
        INLAY_QUERY_SECONDS: '1',
      });
      await untilPrinted(serving, /is listening/);
      // The first query starts processes and loads drivers.
      assert.deepEqual(await othersProblems(), []);
      return serving;
    },
    stopServing,
    attacked,
    othersProblems,
    async stop() {
      await stopServing();
      await store.drop();
      await postgres.stop();
    },
  };
}

async function addGoodDatabases(client: DataClient, postgres: URL): Promise<void> {
  await client.create('connections', {
    id: 'postgres',
    name: 'PostgreSQL',
    kind: 'postgres',
    host: postgres.hostname,
    port: Number(postgres.port),
    database: postgres.pathname.slice(1),
    user: postgres.username,
    password: postgres.password,
    tls: 'off',
  });
  const sql = `SELECT 'Bern' AS city, 42 AS amount`;
  await client.create('datasets', {
    ...DATASET,
    id: 'good-database',
    name: 'Good database',
    connectionId: 'postgres',
    source: { kind: 'sql', sql },
  });
  const { status, body } = await client.upload('sales.csv', 'city,amount\nBern,42\n');
  assert.equal(status, 201, JSON.stringify(body));
  await client.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
  await client.create('datasets', {
    ...DATASET,
    id: 'good-file',
    name: 'Good file',
    connectionId: 'files',
    source: { kind: 'file', file: 'sales' },
  });
}
