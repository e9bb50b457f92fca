import assert from 'node:assert/strict';
import { it } from 'node:test';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { type RunningCommand, spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

it('a server that is killed keeps every write it acknowledged, and the audit event of a file it sent', async (test) => {
  const { store, inlay, setup } = await startWorld('embeds', sqliteStore);
  test.after(() => store.drop());
  const viewer = await viewerToken(setup);
  const admin = setup.adminToken;
  await inlay.close();

  const first = await serve(store.env);
  test.after(() => kill(first));
  const views = '/embed/api/v0/embeds/e-dashboard/views';
  const writes = await Promise.all([
    call(`${first.url}/api/v0/users`, { token: admin, body: { username: 'kept@demo.test' } }),
    call(`${first.url}/api/v0/groups`, { token: admin, body: { id: 'kept', name: 'Kept' } }),
    call(`${first.url}${views}`, { token: viewer, body: { name: 'Kept', state: {} } }),
  ]);
  assert.deepEqual(
    writes.map(({ status }) => status),
    [201, 201, 201],
  );
  const tile = '/embed/api/v0/embeds/e-table/tiles/customers';
  assert.equal((await call(`${first.url}${tile}/export.csv`, { token: viewer })).status, 200);
  await kill(first);

  const second = await serve(store.env);
  test.after(() => kill(second));
  const read = async (path: string, token: string) =>
    (await call<Page>(`${second.url}${path}`, { token })).body.data;
  assert.equal((await read('/api/v0/users?q=kept', admin)).length, 1);
  assert.equal((await read('/api/v0/groups', admin)).filter(({ id }) => id === 'kept').length, 1);
  assert.deepEqual(
    (await read(views, viewer)).map(({ name }) => name),
    ['Kept'],
  );
  const exported = await read('/api/v0/audit-events?action=data.export&target=sales', admin);
  assert.deepEqual(
    exported.map(({ count }) => count),
    [1],
  );
});

interface Server {
  readonly url: string;
  readonly command: RunningCommand;
}

async function serve(env: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort();
  const command = spawnInlay(['serve'], { ...env, INLAY_PORT: String(port), INLAY_LOG_LEVEL: 'error' });
  await untilPrinted(command, /is listening/);
  return { url: `http://127.0.0.1:${port}`, command };
}

async function kill({ command }: Server): Promise<void> {
  command.process.kill('SIGKILL');
  await command.result;
}
