import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SavedView, SavedViews } from '@inlay/content/view-state';
import { call } from '../../support/api-client.ts';
import { viewerToken } from '../../support/embed-world.ts';
import { freePort } from '../../support/free-port.ts';
import { type RunningCommand, spawnInlay, untilPrinted } from '../../support/run-inlay.ts';
import { sqliteStore, type TestStore } from '../../support/start-inlay.ts';
import { startWorld } from '../../support/worlds.ts';

const TEA = { filters: { product: 'Tea' } };

describe('a server with SQLite that is killed', () => {
  let store: TestStore;
  let serving: RunningCommand | undefined;
  let port = 0;
  let token = '';

  before(async () => {
    const world = await startWorld('embeds', sqliteStore);
    store = world.store;
    token = await viewerToken(world.setup);
    await world.inlay.close();
    port = await freePort();
    await start();
  });
  after(async () => {
    await kill();
    await store?.drop();
  });

  async function start(): Promise<void> {
    serving = spawnInlay(['serve'], { ...store.env, INLAY_PORT: String(port), INLAY_LOG_LEVEL: 'error' });
    await untilPrinted(serving, /is listening/);
  }
  async function kill(): Promise<void> {
    serving?.process.kill('SIGKILL');
    await serving?.result;
  }

  const ask = <Body = SavedView>(method: string, path = '', body?: object) =>
    call<Body>(`http://127.0.0.1:${port}/embed/api/v0/embeds/e-dashboard/views${path}`, {
      token,
      method,
      ...(body && { body }),
    });

  /** Makes a change, kills the server as soon as it is acknowledged, and returns the views of the next server. */
  async function afterKill(status: number, change: Promise<{ readonly status: number }>) {
    assert.equal((await change).status, status);
    await kill();
    await start();
    const { body } = await ask<SavedViews>('GET');
    return body.data.map(({ name, isDefault }) => (isDefault ? `${name} (default)` : name));
  }

  it('keeps every saved view that it acknowledged: created, renamed, made the default and deleted', async () => {
    const { status, body: first } = await ask('POST', '', { name: 'First', state: TEA });
    assert.equal(status, 201);
    assert.deepEqual(await afterKill(201, ask('POST', '', { name: 'Second', state: TEA })), [
      'First',
      'Second',
    ]);
    assert.deepEqual(await afterKill(200, ask('PATCH', `/${first.id}`, { name: 'Renamed' })), [
      'Renamed',
      'Second',
    ]);
    assert.deepEqual(await afterKill(200, ask('PATCH', `/${first.id}`, { isDefault: true })), [
      'Renamed (default)',
      'Second',
    ]);
    assert.deepEqual(await afterKill(204, ask('DELETE', `/${first.id}`)), ['Second']);
  });

  it('keeps every acknowledged view of many that are saved at once, and each of the others in full or not at all', async () => {
    const acknowledged: string[] = [];
    const names = Array.from({ length: 30 }, (_, index) => `View ${index}`);
    const saving = names.map(async (name) => {
      const { status } = await ask('POST', '', { name, state: TEA });
      if (status === 201) acknowledged.push(name);
      if (acknowledged.length === 5) serving?.process.kill('SIGKILL');
    });
    await Promise.allSettled(saving);
    assert.ok(acknowledged.length >= 5);
    await kill();
    await start();
    const { body } = await ask<SavedViews>('GET');
    const kept = new Map(body.data.map((view) => [view.name, view.state]));
    for (const name of acknowledged) assert.ok(kept.has(name), name);
    for (const [name, state] of kept) if (names.includes(name)) assert.deepEqual(state, TEA);
  });
});
