import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type DataClient, dataClient } from '../../support/data/data-client.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { type RunningPostgres, startPostgres } from '../../support/stores/start-postgres.ts';
import { eventually } from '../../support/time/eventually.ts';
import { serverTime } from '../../support/time/fake-time.ts';

const VIEWERS = 40;
const QUERIES = 200;
const LIMIT_SECONDS = 5;

describe('queries that nobody waits for', () => {
  const time = serverTime();
  let database: RunningPostgres;
  let admin: pg.Client;
  let proxy: TcpProxy;
  let store: TestStore;
  let inlay: TestInlay;
  let token: string;
  let data: DataClient;
  before(async () => {
    database = await startPostgres({ isDurable: false });
    admin = new pg.Client(database.url);
    await admin.connect();
    await admin.query("create table sales as select 'Tea' as product");
    const url = new URL(database.url);
    proxy = await startTcpProxy(Number(url.port));
    store = await sqliteStore();
    inlay = await startInlay(store, {
      time,
      env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', INLAY_QUERY_SECONDS: String(LIMIT_SECONDS) },
    });
    token = await logInAs(inlay.url);
    data = dataClient(inlay.url, token);
    await data.create('connections', {
      id: 'warehouse',
      name: 'Warehouse',
      kind: 'postgres',
      host: '127.0.0.1',
      port: proxy.port,
      database: url.pathname.slice(1),
      user: url.username,
      password: url.password,
      tls: 'off',
    });
    await data.create('datasets', {
      id: 'sales',
      name: 'Sales',
      connectionId: 'warehouse',
      source: { kind: 'sql', sql: 'select concat(product, pg_sleep(600)) as product from sales' },
      columns: [{ name: 'product', type: 'string' }],
      measures: [{ name: 'rows', kind: 'count' }],
      segmented: false,
      cacheSeconds: 0,
    });
  });
  after(async () => {
    proxy.drop();
    await inlay.close();
    await proxy.close();
    await admin.end();
    await database.stop();
    await store.drop();
  });

  const bodyOf = (viewer: number) => ({
    query: { dimensions: [{ column: 'product' }], measures: ['rows'], limit: viewer + 1 },
    context: { username: `viewer-${viewer}`, workspace_id: 'main' },
  });
  const running = async () => {
    const { rows } = await admin.query(
      "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()",
    );
    return rows[0]?.n as number;
  };
  const load = () => inlay.services.queries.databases.load();

  it(`leave the database when ${VIEWERS} viewers leave`, async () => {
    const requests = Array.from({ length: VIEWERS }, (_, viewer) => {
      const sent = request(`${inlay.url}/api/v0/datasets/sales/query`, {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }).on('error', () => {});
      sent.end(JSON.stringify(bodyOf(viewer)));
      return sent;
    });
    await eventually(async () => {
      assert.equal(load().running + load().waiting, VIEWERS);
      assert.ok((await running()) > 1);
    });
    for (const sent of requests) sent.destroy();
    await eventually(async () =>
      assert.deepEqual([load().running, load().waiting, await running()], [0, 0, 0]),
    );
  });

  it(`are all answered when ${QUERIES} wait for a database that is silent`, async () => {
    proxy.silence();
    const responses = Array.from({ length: QUERIES }, (_, index) => {
      const { query, context } = bodyOf(VIEWERS + index);
      return data.query('sales', query, context);
    });
    await eventually(async () => assert.ok(load().running > 1));
    await time.advance(LIMIT_SECONDS * 1000);
    for (const { status, body } of await Promise.all(responses))
      assert.ok([429, 503, 504].includes(status), `${status} ${JSON.stringify(body)}`);
    assert.deepEqual([load().running, load().waiting], [0, 0]);
  });
});
