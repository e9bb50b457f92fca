import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { call, logInAs } from '../../support/http/api-client.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import {
  ADMIN,
  postgresStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

interface NamedThing {
  readonly data: readonly { readonly id: string }[];
}

describe('PostgreSQL store with frozen connections', () => {
  let store: TestStore;
  let direct: pg.Client;
  let proxy: TcpProxy;
  let inlay: TestInlay;
  let token: string;

  before(async () => {
    store = await postgresStore();
    const url = new URL(store.env.INLAY_DATABASE_URL ?? '');
    direct = new pg.Client(url.href);
    await direct.connect();
    proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    inlay = await startInlay(store, {
      env: { INLAY_DATABASE_URL: url.href, INLAY_STORE_SECONDS: '2' },
    });
    token = await logInAs(inlay.url);
  });
  after(async () => {
    proxy.thaw();
    await inlay.close();
    await proxy.close();
    await direct.end();
    await store.drop();
  });

  const users = () => call(`${inlay.url}/api/v0/users`, { token });
  const createGroup = (id: string) => call(`${inlay.url}/api/v0/groups`, { token, body: { id, name: id } });
  const openTen = () =>
    eventually(async () => {
      await Promise.all(Array.from({ length: 40 }, users));
      assert.equal(proxy.count(), 10);
    });

  it('the node recovers from ten frozen connections without a restart', async () => {
    await openTen();
    proxy.freeze();
    const responses = await Promise.all(Array.from({ length: 20 }, users));
    for (const { status, headers } of responses) {
      if (status === 200) continue;
      assert.equal(status, 503);
      assert.match(String(headers['retry-after']), /^\d+$/);
    }
    await eventually(async () => assert.equal((await users()).status, 200));
    assert.equal((await call(`${inlay.url}/api/login`, { body: ADMIN })).status, 200);
  });

  it('/readyz replaces frozen connections if a new one works, before requests time out', async () => {
    await openTen();
    proxy.freeze();
    const requests = Array.from({ length: 12 }, users);
    await eventually(async () => assert.equal((await call(`${inlay.url}/readyz`)).status, 200));
    assert.equal((await users()).status, 200);
    for (const { status } of await Promise.all(requests)) assert.ok(status === 200 || status === 503);
  });

  it('/healthz responds, and /readyz reports within 2 s that the node is not ready', async () => {
    proxy.silence();
    const requests = Array.from({ length: 12 }, users);
    const health = await call(`${inlay.url}/healthz`);
    assert.equal(health.status, 200);
    // The limit that the product promises; the answer itself takes no computing.
    const late = AbortSignal.timeout(2000);
    const ready = await fetch(`${inlay.url}/readyz`, { signal: late });
    assert.equal(ready.status, 503);
    assert.match(ready.headers.get('retry-after') ?? '', /^\d+$/);
    // New connections fall silent before they are authenticated.
    for (const { status, headers } of await Promise.all(requests)) {
      assert.equal(status, 503);
      assert.match(String(headers['retry-after']), /^\d+$/);
    }
    proxy.thaw();
    await eventually(async () => assert.equal((await call(`${inlay.url}/readyz`)).status, 200));
    assert.equal((await users()).status, 200);
  });

  it('a transaction frozen between BEGIN and COMMIT fails, is not repeated, and leaves no lock behind', async () => {
    // Holds the row that the request's transaction writes, so that it is frozen in the middle.
    await direct.query('begin');
    await direct.query('lock table groups in exclusive mode');
    const creating = createGroup('frozen-in-begin');
    await eventually(async () => {
      const { rows } = await direct.query('select 1 from pg_locks where not granted');
      assert.equal(rows.length, 1);
    });
    proxy.freeze();
    await direct.query('rollback');
    const response = await creating;
    assert.equal(response.status, 503);
    // The server ends what the node can no longer end, and so frees its locks.
    await eventually(async () => assert.equal((await createGroup('frozen-in-begin')).status, 201));
    const { body } = await call<NamedThing>(`${inlay.url}/api/v0/groups`, { token });
    assert.equal(body.data.filter(({ id }) => id === 'frozen-in-begin').length, 1);
  });
});

describe('PostgreSQL store that loses the response to a COMMIT', () => {
  it('does not confirm the change, reports that it may have been saved, and does not repeat it', async (test) => {
    const store = await postgresStore();
    const url = new URL(store.env.INLAY_DATABASE_URL ?? '');
    const direct = new pg.Client(url.href);
    await direct.connect();
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const inlay = await startInlay(store, {
      env: { INLAY_DATABASE_URL: url.href, INLAY_STORE_SECONDS: '2' },
    });
    test.after(async () => {
      await inlay.close();
      await proxy.close();
      await direct.end();
      await store.drop();
    });
    const token = await logInAs(inlay.url);
    // Keeps commits of groups waiting, after everything else was done: long enough to cut the connection.
    await direct.query(`
      create function wait_at_commit() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(42); return null; end $$;
      create constraint trigger wait_at_commit after insert on groups
        deferrable initially deferred for each row execute function wait_at_commit();
      select pg_advisory_lock(42)`);
    const creating = call<{ message: string }>(`${inlay.url}/api/v0/groups`, {
      token,
      body: { id: 'unsure', name: 'Unsure' },
    });
    await eventually(async () => {
      const { rows } = await direct.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted`,
      );
      assert.equal(rows.length, 1);
    });
    proxy.freeze();
    await direct.query('select pg_advisory_unlock(42)');
    const { status, body } = await creating;
    assert.equal(status, 503);
    assert.match(body.message, /may or may not have been saved/);
    const { rows } = await direct.query(`select id from groups where id = 'unsure'`);
    assert.equal(rows.length, 1);
  });
});
