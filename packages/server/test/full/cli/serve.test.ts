import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { call, logInAs } from '../../../../../test/support/http/api-client.ts';
import { freePort } from '../../../../../test/support/server/free-port.ts';
import { runInlay, spawnInlay, untilPrinted } from '../../../../../test/support/server/run-inlay.ts';
import { sqliteStore, type TestStore } from '../../../../../test/support/server/start-inlay.ts';

describe('inlay serve', () => {
  let place: TestStore;
  let env: Record<string, string>;
  before(async () => {
    place = await sqliteStore();
    env = { ...place.env, INLAY_PORT: String(await freePort()), INLAY_LOG_LEVEL: 'warn' };
  });
  after(() => place.drop());

  const start = async (extra: Record<string, string> = {}) => {
    const server = spawnInlay(['serve'], { ...env, ...extra });
    await untilPrinted(server, /Press Ctrl-C to stop/);
    return server;
  };

  it('prints its addresses and, on the first start only, a working password', async () => {
    const server = await start();
    const url = `http://localhost:${env.INLAY_PORT}`;
    for (const text of [url, `${url}/api`, `${url}/docs`, `${url}/admin`, env.INLAY_DATA_DIR ?? ''])
      assert.ok(server.printed().includes(text), text);
    const password = /password: (\S+)/.exec(server.printed())?.[1] ?? '';
    const token = await logInAs(`http://127.0.0.1:${env.INLAY_PORT}`, {
      username: 'admin@demo.test',
      password,
    });
    assert.ok(token);
    server.process.kill('SIGINT');
    const { code, stderr } = await server.result;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });

    const second = await start();
    assert.doesNotMatch(second.printed(), /password/i);
    second.process.kill('SIGTERM');
    assert.equal((await second.result).code, 0);
  });

  it('never prints the password of INLAY_ADMIN_PASSWORD, which can log in', async () => {
    const fresh = await sqliteStore();
    const password = 'canary-of-the-operator';
    for (const round of ['first start', 'second start']) {
      const server = await start({
        ...fresh.env,
        INLAY_ADMIN_PASSWORD: password,
        INLAY_LOG_LEVEL: 'debug',
      });
      const url = `http://127.0.0.1:${env.INLAY_PORT}`;
      const token = await logInAs(url, { username: 'admin@demo.test', password });
      server.process.kill('SIGINT');
      const { stdout, stderr } = await server.result;
      assert.ok(token, round);
      assert.match(stdout, /Admin +admin@demo\.test\n/, round);
      assert.doesNotMatch(stdout + stderr, /canary|password:/, round);
    }
    await fresh.drop();
  });

  it('restricts the store to its owner, even if it was open to others', async () => {
    const fresh = await sqliteStore();
    const file = join(String(fresh.env.INLAY_DATA_DIR), 'inlay.db');
    const files = [file, `${file}-wal`, `${file}-shm`];
    for (const round of ['new', 'opened to others']) {
      const server = await start(fresh.env);
      const modes = files.map((path) => (statSync(path).mode & 0o777).toString(8));
      // Killed, it leaves all three.
      server.process.kill('SIGKILL');
      await server.result;
      assert.deepEqual(modes, ['600', '600', '600'], round);
      for (const path of files) chmodSync(path, 0o644);
    }
    await fresh.drop();
  });

  it('completes the request in progress after Ctrl-C, then exits 0', async () => {
    const server = await start();
    const url = `http://127.0.0.1:${env.INLAY_PORT}`;
    const slow = call(`${url}/api/login`, { body: { username: 'a', password: 'b' } });
    // The login hashes for a while; a second connection shows that it has begun.
    await call(`${url}/healthz`);
    server.process.kill('SIGINT');
    assert.equal((await slow).status, 401);
    assert.equal((await server.result).code, 0);
  });

  it('exits 0 after Ctrl-C even if a client never finishes its request', async () => {
    const server = await start();
    const socket = connect(Number(env.INLAY_PORT), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 100\r\n\r\n{"username":');
    await call(`http://127.0.0.1:${env.INLAY_PORT}/healthz`);
    server.process.kill('SIGINT');
    assert.equal((await server.result).code, 0);
    socket.destroy();
  });

  const refusals: Record<string, { env: () => Record<string, string>; says: RegExp }> = {
    'a data folder below a file': {
      env: () => {
        const file = join(env.INLAY_DATA_DIR ?? '', 'a-file');
        writeFileSync(file, '');
        return { INLAY_DATA_DIR: join(file, 'data') };
      },
      says: /^The folder .* is not writable .*INLAY_DATA_DIR .*\n$/,
    },
    'a data folder that is a device': {
      env: () => ({ INLAY_DATA_DIR: '/dev/null' }),
      says: /^The folder \/dev\/null is not writable .*\n$/,
    },
    'a data folder where nobody can make one': {
      env: () => ({ INLAY_DATA_DIR: '/proc/inlay/data' }),
      says: /^The folder \/proc\/inlay\/data is not writable .*\n$/,
    },
    'a folder for uploads that cannot be made': {
      env: () => ({ INLAY_FILES_DIR: '/proc/inlay/files' }),
      says: /^The folder \/proc\/inlay\/files is not writable .*INLAY_FILES_DIR .*\n$/,
    },
    'a store that is no database': {
      env: () => {
        writeFileSync(
          join(env.INLAY_DATA_DIR ?? '', 'inlay.db'),
          'not a database, and long enough to be read as one',
        );
        return {};
      },
      says: /^The store .* cannot be (opened|used): file is not a database\.\n$/,
    },
    'a port that is no number': {
      env: () => ({ INLAY_PORT: 'http' }),
      says: /^INLAY_PORT must be a whole number from 0 to 65535, not 'http'\.\n$/,
    },
    'a host that is not here': {
      env: () => ({ INLAY_HOST: '192.0.2.1' }),
      says: /^INLAY_HOST must be an address of this machine, not '192\.0\.2\.1'\.\n$/,
    },
    'an unreachable PostgreSQL': {
      env: () => ({
        INLAY_DATABASE_URL: 'postgres://inlay:secret-word@127.0.0.1:1/inlay',
        INLAY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
      }),
      says: /^The PostgreSQL of INLAY_DATABASE_URL cannot be used: (?!.*secret-word).*\n$/,
    },
  };
  for (const [what, { env: wrong, says }] of Object.entries(refusals)) {
    it(`refuses ${what} with a clear message`, async () => {
      const fresh = await sqliteStore();
      const before = env;
      env = { ...env, ...fresh.env };
      const { code, stdout, stderr } = await runInlay(['serve'], { ...env, ...wrong() });
      env = before;
      await fresh.drop();
      assert.match(stderr, says);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    });
  }

  it('refuses a port that is already in use with a clear message', async () => {
    const other = createServer().listen(Number(env.INLAY_PORT), '127.0.0.1');
    await once(other, 'listening');
    const { code, stderr } = await runInlay(['serve'], env);
    other.close();
    assert.equal(code, 1);
    assert.match(stderr, /^Port \d+ on 127\.0\.0\.1 is already in use\. .*INLAY_PORT to another port\.\n$/);
  });
});
