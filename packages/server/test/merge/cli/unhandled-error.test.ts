import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { call } from '../../../../../test/support/http/api-client.ts';
import { freePort } from '../../../../../test/support/server/free-port.ts';
import { inlayBin, spawnNode, untilPrinted } from '../../../../../test/support/server/run-inlay.ts';
import { ADMIN, sqliteStore } from '../../../../../test/support/server/start-inlay.ts';

/** Throws where nothing can catch it, when the process gets a signal. */
const THROWS = `data:text/javascript,process.on('SIGUSR2', () => setImmediate(() => { throw new Error('canary') }))`;

test('after an error that nothing handles, the server finishes what runs and exits with 1', async (t) => {
  const store = await sqliteStore();
  const port = await freePort();
  const serving = spawnNode([`--import=${THROWS}`, inlayBin, 'serve'], {
    ...store.env,
    INLAY_PORT: String(port),
    INLAY_ADMIN_PASSWORD: ADMIN.password,
    INLAY_LOG_LEVEL: 'error',
  });
  t.after(async () => {
    serving.process.kill('SIGKILL');
    await serving.result;
    await store.drop();
  });
  await untilPrinted(serving, /is listening/);
  const url = `http://127.0.0.1:${port}`;
  assert.equal((await call(`${url}/healthz`)).status, 200);
  const login = JSON.stringify(ADMIN);
  const running = request(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': login.length, expect: '100-continue' },
  });
  running.flushHeaders();
  await new Promise((resolve) => running.once('continue', resolve));
  const status = new Promise((resolve) =>
    running.once('response', (response) => resolve(response.statusCode)),
  );
  serving.process.kill('SIGUSR2');
  await new Promise((resolve) => serving.process.stderr.once('data', resolve));
  running.end(login);
  assert.equal(await status, 200);
  const { code, stderr } = await serving.result;
  assert.equal(code, 1);
  const [line] = stderr.trim().split('\n');
  const { level, msg, err } = JSON.parse(line ?? '');
  assert.deepEqual([level, msg, err.message], [60, 'stopping after an error that nothing handled', 'canary']);
});
