import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SavedView, SavedViews } from '@inlay/content/view-state';
import type { Quotas } from '@inlay/protocol/quota';
import type { Usage } from '@inlay/protocol/usage';
import type { UsageReportRow } from '@inlay/protocol/usage-report';
import {
  type EmbedSetup,
  exchange,
  goodClaims,
  readEmbedSetup,
  signJwt,
} from '../../support/embeds/embed-client.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { runCommand } from '../../support/server/run-command.ts';
import { type RunningCommand, spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import { sqliteStore, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

const TEA = { filters: { product: 'Tea' } };

describe('a server with SQLite that is killed', () => {
  let store: TestStore;
  let serving: RunningCommand | undefined;
  let port = 0;
  let token = '';
  let setup: EmbedSetup;

  before(async () => {
    const world = await startWorld('embeds', sqliteStore);
    store = world.store;
    token = await viewerToken(world.setup);
    await world.inlay.close();
    const { code, stderr } = await runCommand(
      ['tenant', 'quota', 'demo', '--exchanges', '1000'],
      world.inlay.env,
    );
    assert.equal(code, 0, stderr);
    port = await freePort();
    await start();
    setup = await readEmbedSetup({ ...world.inlay, url: `http://127.0.0.1:${port}` }, world.setup);
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

  it('has counted every token exchange that it acknowledged, and no other than those with a token', async () => {
    const before = await exchangesCounted();
    let acknowledged = 0;
    const trading = Array.from({ length: 300 }, async () => {
      const { status } = await exchange(setup, signJwt(goodClaims(setup)));
      if (status === 200) acknowledged += 1;
      if (acknowledged === 100) serving?.process.kill('SIGKILL');
    });
    await Promise.allSettled(trading);
    assert.ok(acknowledged >= 100);
    await kill();
    await start();
    const after = await exchangesCounted();
    const [counted] = Object.values(after);
    assert.deepEqual(after, { inUsage: counted, inQuota: counted, ofViewers: counted, audited: counted });
    assert.ok(Number(counted) - before.inUsage >= acknowledged, `${counted} of ${acknowledged}`);
  });

  /** Wherever exchanges are counted, and how many tokens the audit log has. */
  async function exchangesCounted() {
    const get = async <Body>(path: string) => {
      const { status, body } = await call<Body>(`http://127.0.0.1:${port}/api/v0/${path}`, {
        token: setup.adminToken,
      });
      assert.equal(status, 200, path);
      return body;
    };
    const sum = (rows: readonly { readonly exchanges: number }[]) =>
      rows.reduce((total, { exchanges }) => total + exchanges, 0);
    const { days } = await get<Usage>('usage');
    const { quotas } = await get<Quotas>('quotas');
    const { data } = await get<{ data: UsageReportRow[] }>('usage/report?by=viewer');
    const { meta } = await get<{ meta: { total: number } }>(
      'audit-events?action=token.issue&outcome=success&limit=1',
    );
    return { inUsage: sum(days), inQuota: quotas[0]?.used ?? 0, ofViewers: sum(data), audited: meta.total };
  }
});
