import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { call, logInAs } from '../../../support/http/api-client.ts';
import {
  ADMIN,
  postgresStore,
  STORES,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type CuttableConnection, cuttableConnection } from '../../../support/stores/cuttable-connection.ts';
import { serverTime } from '../../../support/time/fake-time.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`probes on ${engine}`, () => {
    const inlay = useInlay(makeStore);

    it('report that the process is alive and ready', async () => {
      const health = await inlay.call('/healthz');
      assert.equal(health.status, 200);
      assert.deepEqual(health.body, { status: 'ok' });
      const ready = await inlay.call('/readyz');
      assert.equal(ready.status, 200);
      assert.deepEqual(ready.body, { status: 'ready', store: engine === 'SQLite' ? 'sqlite' : 'postgres' });
    });

    it('respond on any host', async () => {
      for (const path of ['/healthz', '/readyz', '/metrics'])
        assert.equal((await inlay.call(path, { headers: { host: '10.1.2.3:4000' } })).status, 200);
    });

    it('count logins by outcome and time requests by route, in Prometheus format', async () => {
      await inlay.login(ADMIN.username, ADMIN.password);
      for (let attempt = 0; attempt < 6; attempt += 1) await inlay.login('metrics@demo.test', 'wrong');
      await inlay.call('/api/v0/users/some-secret-id');
      await inlay.call('/nowhere/else');
      const { headers, body } = await inlay.call<string>('/metrics');
      assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
      assert.match(body, /^inlay_logins_total\{outcome="success"\} 1$/m);
      assert.match(body, /^inlay_logins_total\{outcome="failed"\} 5$/m);
      assert.match(body, /^inlay_logins_total\{outcome="blocked"\} 1$/m);
      assert.match(
        body,
        /inlay_http_request_seconds_count\{method="POST",route="\/api\/login",status="401"\} 5/,
      );
      assert.match(body, /route="\/api\/v0\/users\/:id",status="401"/);
      assert.match(body, /^process_cpu_seconds_total /m);
      assert.ok(
        !/some-secret-id|nowhere/.test(body),
        'addresses are not labels: anybody could make new ones',
      );
    });
  });

  describe(`metrics on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: { INLAY_METRICS: 'false' } });
    it('are absent if disabled', async () => {
      assert.equal((await inlay.call('/metrics')).status, 404);
    });
  });
}

describe('probes while PostgreSQL cannot be reached', () => {
  let store: TestStore;
  let connection: CuttableConnection;
  let inlay: TestInlay;
  let token: string;
  before(async () => {
    store = await postgresStore();
    const database = new URL(store.env.INLAY_DATABASE_URL ?? '');
    connection = await cuttableConnection({ host: database.hostname, port: Number(database.port) });
    database.port = String(connection.port);
    const time = serverTime();
    inlay = await startInlay(store, { time, env: { INLAY_DATABASE_URL: database.href } });
    token = await logInAs(inlay.url);
    connection.cut();
    // Hosts are remembered for a second: afterwards the store is asked for them again.
    await time.advance(1100);
  });
  after(async () => {
    connection.mend();
    await inlay.close();
    await connection.close();
    await store.drop();
  });

  it('report that the process is alive', async () => {
    assert.equal((await call(`${inlay.url}/healthz`)).status, 200);
    assert.equal((await call(`${inlay.url}/metrics`)).status, 200);
  });

  it('report that it is not ready', async () => {
    const { status, body } = await call(`${inlay.url}/readyz`);
    assert.equal(status, 503);
    assert.deepEqual(body, { statusCode: 503, message: 'The store does not respond.', code: 'UNAVAILABLE' });
  });

  it('respond while the API asks to retry without details', async () => {
    for (const response of [
      await call(`${inlay.url}/api/v0/users`, { token }),
      await call(`${inlay.url}/api/login`, { body: ADMIN }),
    ]) {
      assert.equal(response.status, 503);
      assert.deepEqual(response.body, {
        statusCode: 503,
        message: 'The service is unavailable right now. Try again in a moment.',
        code: 'UNAVAILABLE',
      });
    }
  });

  it('report that it is ready again once the store is back, without a restart', async () => {
    connection.mend();
    assert.equal((await call(`${inlay.url}/readyz`)).status, 200);
    assert.equal((await call(`${inlay.url}/api/v0/users`, { token })).status, 200);
    connection.cut();
  });
});

describe('probes while SQLite is closed', () => {
  it('report that the process is alive and not ready', async () => {
    const store = await sqliteStore();
    const inlay = await startInlay(store);
    await inlay.services.store.close();
    try {
      assert.equal((await call(`${inlay.url}/healthz`)).status, 200);
      assert.equal((await call(`${inlay.url}/readyz`)).status, 503);
    } finally {
      await inlay.http.close();
      await store.drop();
    }
  });
});
