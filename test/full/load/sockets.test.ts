import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { dropStalledReader } from '@inlay/server/platform/http/limit-connections';
import { rawRequest } from '../../support/http/raw-request.ts';
import { freePort } from '../../support/server/free-port.ts';
import { spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import { ADMIN, sqliteStore } from '../../support/server/start-inlay.ts';
import { useInlay } from '../../support/server/use-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

const form = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n';

/** What callers send who then neither send the rest nor hang up. */
const UNFINISHED = {
  'no HTTP': 'NONSENSE\r\n\r\n',
  'a TLS handshake': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'headers over sixteen kibibytes': `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-large: ${'x'.repeat(20_000)}`,
  'a request without a host': 'GET /healthz HTTP/1.1\r\n\r\n',
  'two lengths': 'POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
  'half a header': 'GET /healthz HTTP/1.1\r\nhost: local',
  'half a token request': `POST /api/auth/realms/demo/protocol/openid-connect/token HTTP/1.1\r\nhost: a\r\n${form}\r\ngrant_type=`,
  'half a body': `POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  'half a body at an address that refuses it': `POST /nowhere HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{`,
};
const EACH = 5;

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** A caller who keeps their side open whatever the server does. */
async function open(port: number, sent = ''): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  opened.push(socket);
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent, 'latin1');
  return socket;
}

describe('client connections', () => {
  const inlay = useInlay(sqliteStore);

  async function connections(): Promise<number> {
    const { text } = await rawRequest(inlay.running.url, { path: '/metrics' });
    return Number(/^inlay_http_connections (\d+)$/m.exec(text)?.[1]);
  }

  it('are closed once they are refused or timed out, even if the caller stays connected', async () => {
    // That of the request for metrics.
    await eventually(async () => assert.equal(await connections(), 1));
    for (const sent of Object.values(UNFINISHED)) {
      for (let count = 0; count < EACH; count += 1) await open(inlay.running.port, sent);
    }
    assert.ok((await connections()) > EACH, 'the callers are counted');
    await eventually(async () => assert.equal(await connections(), 1));
  });

  for (const [what, status] of Object.entries({ 'no HTTP': 400, 'headers over sixteen kibibytes': 431 })) {
    it(`get a response before they are closed: ${what} gets ${status}`, async () => {
      const socket = await open(inlay.running.port);
      let heard = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
      });
      socket.write(UNFINISHED[what as keyof typeof UNFINISHED]);
      await once(socket, 'end');
      assert.match(
        heard,
        new RegExp(`^HTTP/1\\.1 ${status} .*connection: close.*"statusCode":${status}`, 'is'),
      );
    });
  }
});

describe('connections beyond INLAY_MAX_CONNECTIONS', () => {
  const inlay = useInlay(sqliteStore, { env: { INLAY_MAX_CONNECTIONS: '10' } });

  /** Asks over a connection that is open already. */
  async function ask(socket: Socket, path: string): Promise<string> {
    let heard = '';
    const hear = (bytes: Buffer) => {
      heard += bytes;
    };
    socket.on('data', hear);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await eventually(async () => {
      const length = Number(/content-length: (\d+)/i.exec(heard)?.[1] ?? Number.POSITIVE_INFINITY);
      assert.ok(heard.length - heard.indexOf('\r\n\r\n') - 4 >= length);
    });
    socket.off('data', hear);
    return heard;
  }

  it('are dropped and counted, and accepted again when others end', async () => {
    await inlay.adminToken();
    inlay.running.http.server.closeIdleConnections();
    const within: Socket[] = [];
    await eventually(async () => {
      const socket = await open(inlay.running.port);
      assert.match(await ask(socket, '/healthz'), /^HTTP\/1\.1 200/);
      within.push(socket);
      assert.equal(within.length, 10);
    });
    for (let count = 0; count < 3; count += 1) {
      const beyond = await open(inlay.running.port, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await Promise.race([once(beyond, 'end'), once(beyond, 'close')]);
      assert.equal(beyond.bytesRead, 0);
    }
    const [first, second] = within as [Socket, Socket];
    assert.match(await ask(first, '/metrics'), /^inlay_http_dropped_connections_total 3$/m);
    second.destroy();
    await eventually(async () => {
      const next = await open(inlay.running.port, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await Promise.race([once(next, 'data'), once(next, 'end'), once(next, 'close')]);
      assert.ok(next.bytesRead > 0, 'there is room again');
    });
  });
});

describe('a burst of connections', () => {
  it('waits until a busy server accepts it', async (t) => {
    if (process.platform !== 'linux') return t.skip('the limit of the system is read from /proc');
    const burst = 1000;
    const system = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
    if (system < burst) return t.skip(`this system lets ${system} connections wait`);
    const store = await sqliteStore();
    const port = await freePort();
    const server = spawnInlay(['serve'], {
      ...store.env,
      INLAY_PORT: String(port),
      INLAY_ADMIN_PASSWORD: ADMIN.password,
    });
    t.after(async () => {
      server.process.kill('SIGKILL');
      await server.result;
      await store.drop();
    });
    await untilPrinted(server, /is listening/);
    server.process.kill('SIGSTOP');
    const request = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const sockets = await Promise.all(Array.from({ length: burst }, () => open(port, request)));
    server.process.kill('SIGCONT');
    await eventually(async () =>
      assert.equal(sockets.filter(({ bytesRead }) => bytesRead > 0).length, burst),
    );
  });
});

describe('a caller who stops reading', () => {
  it('is disconnected, unlike one who waits for a slow response', async (t) => {
    const stallMs = 50;
    const endless = createServer((request, response) => {
      dropStalledReader(response, stallMs);
      if (request.url === '/slow') setTimeout(() => response.end('made'), stallMs * 10);
      else {
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', write);
        write();
      }
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    t.after(() => {
      endless.closeAllConnections();
      endless.close();
    });
    const { port } = endless.address() as AddressInfo;
    const answer = rawRequest(`http://127.0.0.1:${port}`, { path: '/slow' });
    const closed = once(endless, 'connection').then(([socket]) => socket);
    assert.equal((await answer).text, 'made');
    await closed;
    const stalled = once(endless, 'connection');
    const socket = await open(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    socket.pause();
    const [atServer] = (await stalled) as [Socket];
    await eventually(async () => assert.ok(atServer.destroyed));
  });
});

describe('unknown hosts', () => {
  const inlay = useInlay(sqliteStore, { env: { INLAY_LOG_LEVEL: 'silent' } });
  const HOSTS = 4000;
  const LENGTH = 8000;

  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');

  async function heapAfter(count: number, host: (index: number) => string): Promise<number> {
    for (let sent = 0; sent < count; sent += 50) {
      const requests = Array.from({ length: 50 }, (_, index) =>
        rawRequest(inlay.running.url, {
          path: sent % 100 === 0 ? '/api/v0/users' : '/nowhere',
          headers: { host: host(sent + index) },
        }),
      );
      for (const { status } of await Promise.all(requests)) assert.ok(status === 401 || status === 404);
    }
    // What finished requests leave to the event loop is let go first.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    return process.memoryUsage().heapUsed;
  }

  it('use no memory', async () => {
    // Twice, so that what grows with the first requests is there before it counts.
    await heapAfter(500, () => 'x'.repeat(LENGTH));
    const before = await heapAfter(500, () => 'x'.repeat(LENGTH));
    const grown = (await heapAfter(HOSTS, (index) => `${index}.${'x'.repeat(LENGTH)}`)) - before;
    const sent = HOSTS * LENGTH;
    assert.ok(grown < sent / 8, `${sent} bytes of hosts were sent, and the heap grew by ${grown}`);
  });
});
