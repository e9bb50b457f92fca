import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, describe, it, type TestContext } from 'node:test';
import { dataClient } from '../../support/data/data-client.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import { freePort } from '../../support/server/free-port.ts';
import { type RunningCommand, runInlay, spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import { ADMIN, postgresStore, sqliteStore, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

/** Some seconds of work for DuckDB: numbers that it has to read twice, once to find their types. */
const LARGE = `a,b,c\n${'1234567,some text of a row,2024-02-29T12:00:00\n'.repeat(1_500_000)}`;

describe('shutdown: SIGTERM ends the process', () => {
  const running: RunningCommand[] = [];
  after(() => {
    for (const { process } of running) process.kill('SIGKILL');
  });

  async function start(
    test: TestContext,
    env: Record<string, string> = {},
    store?: TestStore,
    started = /is listening/,
  ) {
    const place = store ?? (await sqliteStore());
    const port = await freePort();
    const serving = spawnInlay(['serve'], {
      ...place.env,
      INLAY_PORT: String(port),
      INLAY_ADMIN_PASSWORD: ADMIN.password,
      INLAY_LOG_LEVEL: 'error',
      ...env,
    });
    running.push(serving);
    test.after(async () => {
      serving.process.kill('SIGKILL');
      await serving.result;
      await place.drop();
    });
    await untilPrinted(serving, started);
    return { serving, port, store: place, url: `http://127.0.0.1:${port}` };
  }

  async function ends({ process, result }: RunningCommand, code = 0): Promise<string> {
    process.kill('SIGTERM');
    const ended = await result;
    assert.equal(ended.code, code, ended.stderr);
    return ended.stderr;
  }

  it('with silent connections, half a request, and half an upload', async (test) => {
    const { serving, port, url } = await start(test);
    const token = await logInAs(url);
    const sockets = await Promise.all([
      open(port, ''),
      open(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n'),
      open(port, halfUpload(token)),
      open(
        port,
        `POST /api/v0/user-imports?format=csv HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\nusername\n`,
      ),
    ]);
    await call(`${url}/healthz`);
    await ends(serving);
    for (const socket of sockets) socket.destroy();
  });

  it('with frozen connections to its PostgreSQL, each held by a request', async (test) => {
    const store = await postgresStore();
    const target = new URL(store.env.INLAY_DATABASE_URL ?? '');
    const proxy = await startTcpProxy(Number(target.port));
    test.after(() => proxy.close());
    target.port = String(proxy.port);
    const { serving, url } = await start(test, { INLAY_DATABASE_URL: target.href }, store);
    const token = await logInAs(url);
    await freezeUnderLoad(proxy, url, token);
    await ends(serving);
  });

  it('with a running import, which can be resumed after the next start', async (test) => {
    const { serving, port, url, store } = await start(test);
    const token = await logInAs(url);
    const upload = dataClient(url, token).upload('large.csv', LARGE);
    upload.catch(() => {});
    const id = await eventually(async () => {
      const { body } = await call<{ data: { id: string; state: string }[] }>(`${url}/api/v0/files/imports`, {
        token,
      });
      assert.equal(body.data[0]?.state, 'running');
      return body.data[0]?.id ?? '';
    });
    await ends(serving);
    const { status, body } = await upload;
    assert.equal(status, 503, JSON.stringify(body));
    assert.match(String(body.message), /resume/i);

    const again = await start(test, { INLAY_PORT: String(port) }, store);
    const client = dataClient(url, await logInAs(url));
    const found = await client.ask(`files/imports/${id}`);
    assert.deepEqual([found.body.state, found.body.resumable, found.body.rows], ['failed', true, null]);
    const resumed = await client.ask(`files/imports/${id}/resume`, { method: 'POST' });
    assert.equal(resumed.status, 202, JSON.stringify(resumed.body));
    await eventually(async () => {
      const { body: now } = await client.ask(`files/imports/${id}`);
      assert.deepEqual([now.state, now.rows, now.error], ['done', 1_500_000, null]);
    });
    const files = await client.ask<{ data: { name: string; complete: boolean }[] }>('files');
    assert.deepEqual(
      files.body.data.map(({ name, complete }) => [name, complete]),
      [['large.csv', true]],
    );
    await ends(again.serving);
  });

  it('that inlay stop finds by its data folder', async (test) => {
    const { serving, store } = await start(test);
    assert.match((await runInlay(['stop'], store.env)).stdout, /^Stopped the server on /);
    assert.equal((await serving.result).code, 0);
    assert.match((await runInlay(['stop'], store.env)).stdout, /^No server is running on /);
  });

  it('while it prepares the demo', async (test) => {
    const { serving } = await start(test, { INLAY_DEMO: 'true' }, undefined, /Preparing the demo/);
    await ends(serving);
  });

  it('immediately with a second signal', async (test) => {
    const { serving, port, url } = await start(test);
    const socket = await open(port, halfUpload(await logInAs(url)));
    await call(`${url}/healthz`);
    serving.process.kill('SIGTERM');
    await eventually(async () => assert.ok(!(await accepts(port))));
    serving.process.kill('SIGTERM');
    const { code, stderr } = await serving.result;
    assert.equal(code, 1);
    assert.match(stderr, /^Received a second signal\. Exited immediately\.$/m);
    socket.destroy();
  });
});

const halfUpload = (token: string) =>
  `PUT /api/v0/files/half.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\na,b\n`;

async function open(port: number, sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** Requests take every connection of the pool, and none of them hears anything again. */
async function freezeUnderLoad(proxy: TcpProxy, url: string, token: string): Promise<void> {
  const list = () => call(`${url}/api/v0/users?limit=1`, { token }).catch(() => undefined);
  await Promise.all(Array.from({ length: 20 }, list));
  proxy.freeze();
  for (let count = 0; count < 20; count += 1) void list();
  await once(request(`${url}/healthz`).end(), 'response');
}
