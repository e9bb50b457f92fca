import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type DataClient, dataClient } from '../../support/data/data-client.ts';
import { type ApiResponse, call, logInAs } from '../../support/http/api-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { type RunningPostgres, startPostgres } from '../../support/stores/start-postgres.ts';
import { eventually } from '../../support/time/eventually.ts';
import { serverTime } from '../../support/time/fake-time.ts';

describe('time limit of a query', () => {
  let database: RunningPostgres;
  let store: TestStore;
  let inlay: TestInlay;
  let data: DataClient;
  const time = serverTime();

  before(async () => {
    database = await startPostgres({ isDurable: false });
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query("create table sales as select 'Tea' as product");
    await client.end();
    store = await sqliteStore();
    inlay = await startInlay(store, {
      time,
      env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
    });
    data = dataClient(inlay.url, await logInAs(inlay.url));
    for (const id of ['slow', 'quick']) {
      const url = new URL(database.url);
      await data.create('connections', {
        id,
        name: id,
        kind: 'postgres',
        host: '127.0.0.1',
        port: Number(url.port),
        database: url.pathname.slice(1),
        user: url.username,
        password: url.password,
        tls: 'off',
      });
      await data.create('datasets', {
        id,
        name: id,
        connectionId: id,
        source: {
          kind: 'sql',
          sql: `select concat(product, pg_sleep(${id === 'slow' ? 600 : 0})) as product from sales`,
        },
        columns: [{ name: 'product', type: 'string' }],
        measures: [{ name: 'rows', kind: 'count' }],
        segmented: false,
        cacheSeconds: 0,
      });
    }
  });
  after(async () => {
    await inlay.close();
    await database.stop();
    await store.drop();
  });

  let asked = 0;
  const query = async (dataset: string) => {
    asked += 1;
    const spec = { dimensions: [{ column: 'product' }], measures: ['rows'], totals: true, limit: asked };
    return data.query(dataset, spec, { username: 'ann', workspace_id: 'main' });
  };

  it('starts when the request arrives, however long it waits for its turn', async () => {
    // Far more than run at once. Each waits for its turn and then for one of four connections.
    const all = Array.from({ length: 60 }, () => query('slow'));
    await eventually(async () => {
      const { running, waiting } = inlay.services.queries.databases.load();
      assert.equal(running + waiting, all.length);
    });
    await time.advance(inlay.services.config.querySeconds * 1000);
    // Some reach the database's circuit breaker, which opens meanwhile.
    for (const { status } of await Promise.all(all))
      assert.ok(status === 504 || status === 503, String(status));
  });

  it('opens the circuit breaker of a connection that keeps running out of time, and of no other', async () => {
    const refused: ApiResponse<unknown> = await query('slow');
    assert.equal(refused.status, 503);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    assert.deepEqual((refused.body as { details: unknown }).details, { code: 'CIRCUIT_OPEN' });
    const quick = await query('quick');
    assert.equal(quick.status, 200, JSON.stringify(quick.body));
    const { body } = await call<string>(`${inlay.url}/metrics`);
    assert.match(body, /^inlay_circuit_breakers_open 1$/m);
    assert.match(body, /^inlay_circuit_breaker_rejections_total [1-9]/m);
  });

  it('lets one query try again after the pause', async () => {
    await time.advance(15_000);
    const trial = query('slow');
    await eventually(async () => assert.equal(inlay.services.queries.databases.load().running, 1));
    assert.equal((await query('slow')).status, 503);
    await time.advance(inlay.services.config.querySeconds * 1000);
    assert.equal((await trial).status, 504);
  });
});
