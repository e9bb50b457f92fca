import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readDemoParts } from '@inlay/server/cli/prepare-demo';
import { loadDemo } from '@inlay/server/features/demo/load-demo';
import { type EmbedSetup, KEYS, setUpEmbedding } from '../../support/embeds/embed-client.ts';
import { runCommand } from '../../support/server/run-command.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';

const manager = (name: string, region: string) => ({
  context: {
    username: `${name}@larkfell.test`,
    workspace_id: 'main',
    privileges: { sales: ['view', 'contribute'] },
    attributes: { region },
  },
});

describe('inlay verify on the demo', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let folder: string;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    await loadDemo(inlay.services, 'demo' as TenantId, readDemoParts());
    setup = await setUpEmbedding(inlay);
    folder = mkdtempSync(join(tmpdir(), 'inlay-verify-demo-'));
    const pem = KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeFileSync(join(folder, 'key.pem'), pem);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('passes for the managers of two regions, in a dashboard, a story and a KPI', async () => {
    const embeds = ['overview', 'trail-runner', 'average-order'];
    const plan = {
      embeds,
      contexts: { maeve: manager('maeve', 'UK & Ireland'), ines: manager('ines', 'Iberia') },
    };
    writeFileSync(join(folder, 'contexts.json'), JSON.stringify(plan));
    const { code, stdout, stderr } = await runCommand(
      [
        'verify',
        ...['--instance', inlay.url, '--tenant', 'demo', '--client-id', setup.clientId],
        ...['--private-key', join(folder, 'key.pem'), join(folder, 'contexts.json')],
      ],
      { INLAY_CLIENT_SECRET: setup.secret },
    );
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /3 embeds as 'maeve', 'ines'/);
    assert.match(stdout, /order_lines\/region by attributes\.region/);
  });
});
