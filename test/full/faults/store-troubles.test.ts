import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../../support/embeds/embed-client.ts';
import { makeEmbedWorld, openPage, viewerToken } from '../../support/embeds/embed-world.ts';
import { type ApiResponse, call, logInAs } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import {
  ADMIN,
  postgresStore,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';
import { type CuttableConnection, cuttableConnection } from '../../support/stores/cuttable-connection.ts';
import { eventually } from '../../support/time/eventually.ts';

function assertTryAgain({
  status,
  headers,
  body,
}: Pick<ApiResponse<unknown>, 'status' | 'headers' | 'body'>) {
  assert.equal(status, 503, JSON.stringify(body));
  assert.match(String(headers['retry-after']), /^\d+$/);
}

describe('PostgreSQL store that was switched to read-only', () => {
  let store: TestStore;
  let direct: pg.Client;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  const switchTo = async (readOnly: 'on' | 'off') => {
    const { rows } = await direct.query('select current_database() as name');
    await direct.query(`alter database ${rows[0].name} set default_transaction_read_only = ${readOnly}`);
    // Sessions read the setting when they begin.
    await direct.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  };

  before(async () => {
    store = await postgresStore();
    direct = new pg.Client(store.env.INLAY_DATABASE_URL);
    await direct.connect();
    await direct.query('set default_transaction_read_only = off');
    inlay = await startInlay(store);
    setup = await setUpEmbedding(inlay);
    token = await logInAs(inlay.url);
    await switchTo('on');
    await eventually(async () =>
      assert.equal((await call(`${inlay.url}/api/v0/users`, { token })).status, 200),
    );
  });
  after(async () => {
    await inlay.close();
    await direct.end();
    await store.drop();
  });

  it('API: changes get 503 with Retry-After, reads succeed', async () => {
    assertTryAgain(await call(`${inlay.url}/api/v0/groups`, { token, body: { id: 'a', name: 'A' } }));
    assertTryAgain(await call(`${inlay.url}/api/login`, { body: ADMIN }));
    assert.equal((await call(`${inlay.url}/api/v0/groups`, { token })).status, 200);
  });

  it('token endpoint: responds with temporarily_unavailable', async () => {
    const { status, headers, body } = await exchange(setup, signJwt(goodClaims(setup)));
    assert.equal(status, 503);
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(body.error, 'temporarily_unavailable');
  });

  it('/readyz: reports that the node is not ready, and ready again once the store is writable', async () => {
    const refused = await call<{ message: string }>(`${inlay.url}/readyz`);
    assertTryAgain(refused);
    assert.equal(refused.body.message, 'The store is read-only.');
    assert.equal((await call(`${inlay.url}/healthz`)).status, 200);
    await switchTo('off');
    await eventually(async () => assert.equal((await call(`${inlay.url}/readyz`)).status, 200));
    const group = { token, body: { id: 'a', name: 'A' } };
    assert.equal((await call(`${inlay.url}/api/v0/groups`, group)).status, 201);
  });
});

describe('PostgreSQL store that cannot be reached', () => {
  let store: TestStore;
  let connection: CuttableConnection;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let viewer: string;

  before(async () => {
    store = await postgresStore();
    const url = new URL(store.env.INLAY_DATABASE_URL ?? '');
    connection = await cuttableConnection({ host: url.hostname, port: Number(url.port) });
    url.port = String(connection.port);
    inlay = await startInlay(store, { env: { INLAY_DATABASE_URL: url.href } });
    setup = await setUpEmbedding(inlay);
    await makeEmbedWorld(inlay, setup);
    viewer = await viewerToken(setup);
    connection.cut();
    // Hosts are remembered for a moment, so that the first requests fail later than those that follow.
    await eventually(async () =>
      assert.equal((await call(`${inlay.url}/api/v0/users`, { token: 'none' })).status, 503),
    );
  });
  after(async () => {
    connection.mend();
    await inlay.close();
    await connection.close();
    await store.drop();
  });

  it('embed page: viewers get a page, not JSON', async () => {
    const posted = await openPage(inlay, 'e-tile', { token: viewer, lang: 'de' });
    const opened = await fetch(`${inlay.url}/embed/e-tile?origin=https://host.example`, {
      headers: { 'accept-language': 'de' },
    });
    assert.equal(posted.status, 503);
    assert.match(String(posted.headers['content-type']), /^text\/html/);
    assert.match(String(posted.headers['retry-after']), /^\d+$/);
    assert.deepEqual((posted.state as { error?: { code: string } }).error?.code, 'ENGINE_UNAVAILABLE');
    assert.equal(opened.status, 503);
    assert.match(opened.headers.get('content-type') ?? '', /^text\/html/);
    const html = await opened.text();
    assert.match(html, /<html lang="de"/);
    assert.match(html, /host\.example/);
    assert.ok(!/postgres|ECONN|127\.0\.0\.1/.test(html + posted.html), 'the page says nothing of the store');
  });

  it('every kind of request gets 503 with Retry-After', async () => {
    const token = 'a-token-that-is-looked-up';
    for (const [path, options] of [
      ['/api/v0/users', { token }],
      ['/api/login', { body: ADMIN }],
      ['/embed/api/v0/session', { token: viewer }],
      ['/embed/api/v0/embeds/e-tile/export.pdf', { token: viewer }],
      ['/api/v0/files/a.csv', { method: 'PUT', rawBody: 'a\n1', token }],
    ] as const)
      assertTryAgain(await call(`${inlay.url}${path}`, options));
    const { status, headers, body } = await exchange(setup, signJwt(goodClaims(setup)));
    assert.equal(status, 503);
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(body.error, 'temporarily_unavailable');
  });

  it('log: each distinct error is written about once per second, with the number left out', async () => {
    const before = failures(inlay).length;
    const started = performance.now();
    let sent = 0;
    await eventually(async () => {
      await Promise.all(Array.from({ length: 50 }, () => call(`${inlay.url}/api/v0/users`, { token: 'x' })));
      sent += 50;
      assert.ok(failures(inlay).some(({ suppressed }) => (suppressed ?? 0) > 0));
    });
    const seconds = Math.ceil((performance.now() - started) / 1000);
    const lines = failures(inlay).slice(before);
    const kinds = new Set(lines.map(({ detail }) => detail));
    assert.ok(lines.length <= kinds.size * (seconds + 1), `${lines.length} lines of ${sent} in ${seconds} s`);
  });
});

interface LogLine {
  readonly msg: string;
  readonly detail?: string;
  readonly suppressed?: number;
}

function failures(inlay: TestInlay): readonly LogLine[] {
  const lines = inlay.logged().trim().split('\n');
  return lines.map((line): LogLine => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
}

describe('SQLite store on a full disk', () => {
  it('changes and uploads get 503 with Retry-After, reads succeed, and /readyz reports it', async (test) => {
    const store = await sqliteStore();
    const port = await freePort();
    const env = {
      PATH: process.env.PATH ?? '',
      ...store.env,
      INLAY_PORT: String(port),
      INLAY_DEMO: 'false',
      INLAY_ADMIN_PASSWORD: ADMIN.password,
    };
    const url = `http://127.0.0.1:${port}`;
    // The store is made first; then no file of the server may grow beyond what the store has now.
    const made = await startInlay(store, { env });
    await made.close();
    const file = join(store.env.INLAY_DATA_DIR ?? '', 'inlay.db');
    const limit = Math.ceil(statSync(file).size / 1024);
    const bin = fileURLToPath(new URL('../../../packages/server/bin/inlay.mjs', import.meta.url));
    const server = spawn('bash', ['-c', `ulimit -f ${limit}; exec "$0" "$1" serve`, process.execPath, bin], {
      env,
      stdio: 'ignore',
    });
    const ended = once(server, 'exit');
    test.after(async () => {
      server.kill('SIGKILL');
      await ended;
      for (const database of openDatabases) database.close();
      await store.drop();
    });
    await eventually(async () => {
      const { status } = await call(`${url}/healthz`).catch(() => ({ status: 0 }));
      assert.equal(status, 200);
    });
    const token = await logInAs(url);
    fillLog(file, limit * 1024);
    assertTryAgain(await call(`${url}/api/v0/groups`, { token, body: { id: 'a', name: 'A' } }));
    assertTryAgain(await call(`${url}/api/login`, { body: ADMIN }));
    assert.equal((await call(`${url}/api/v0/users`, { token })).status, 200);
    assertTryAgain(await call(`${url}/readyz`));
    assert.equal((await call(`${url}/healthz`)).status, 200);
    assertTryAgain(
      await call(`${url}/api/v0/files/big.csv`, {
        method: 'PUT',
        token,
        rawBody: 'x\n'.repeat(limit * 1024),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    );
  });
});

/** Writes until the write-ahead log has this size: a server that may not write larger files cannot append to it. */
function fillLog(file: string, bytes: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma busy_timeout = 5000; pragma synchronous = off; pragma wal_autocheckpoint = 0');
  for (let value = 0; statSync(`${file}-wal`).size < bytes; value += 1)
    database.exec(
      `insert or replace into meta (key, value) values ('filled', '${value}${'x'.repeat(50_000)}')`,
    );
  // Closing it would copy the log into the store and begin another.
  openDatabases.push(database);
}

const openDatabases: DatabaseSync[] = [];
