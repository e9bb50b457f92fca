import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FilterValuesResponse } from '@inlay/content/embed-api';
import { contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import { pointIn } from '../../../support/embeds/drawn-marks.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

/** Longer than any value that a request may name. */
const LONG = 'x'.repeat(5000);

describe('embed data with values of unusual length or content', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('notes.csv', `name,note,amount\nA,${LONG},10\n`)).status, 201);
    await data.create('datasets', {
      id: 'notes',
      name: 'Notes',
      connectionId: 'files',
      source: { kind: 'file', file: 'notes' },
      columns: [
        { name: 'name', type: 'string' },
        { name: 'note', type: 'string' },
        { name: 'amount', type: 'integer' },
      ],
      measures: [{ name: 'total', kind: 'sum', column: 'amount' }],
      segmented: false,
    });
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['notes'] });
    const query = { dimensions: [{ column: 'name' }, { column: 'note' }], measures: ['total'] };
    await data.create('dashboards', {
      id: 'board',
      appId: 'shop',
      title: 'Board',
      filters: [{ id: 'note', label: 'Note', kind: 'dropdown', datasetId: 'notes', column: 'note' }],
      items: [
        {
          ...{ id: 'chart', x: 0, y: 0, w: 6, h: 4 },
          chart: { title: 'Notes', kind: 'bar', datasetId: 'notes', query },
        },
      ],
    });
    const admin = contentClient(inlay, setup.adminToken);
    assert.equal((await admin('POST', 'dashboards/board/publish', { ifMatch: '*' })).status, 200);
    await data.create('embeds', { id: 'board', title: 'B', target: { kind: 'dashboard', id: 'board' } });
    token = await viewerToken(setup, { privileges: { shop: ['view'] } });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const send = <T>(path: string, body: object) =>
    call<T>(`${inlay.url}/embed/api/v0/embeds/board/${path}`, { method: 'POST', token, body });

  it('filter values: include a value of 5000 characters', async () => {
    const { status, body } = await send<FilterValuesResponse>('filters/note/values', {});
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.values, [{ value: LONG }]);
  });

  it('the row behind a mark: includes a value of 5000 characters', async () => {
    const url = `${inlay.url}/embed/api/v0/embeds/board`;
    const { status, body } = await renderTile(url, { id: 'chart' }, { token });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(pointIn(body.html, 'A')?.values.note, LONG);
  });

  it('filters and variables: U+0000 is refused before it reaches a database, naming the field', async () => {
    for (const field of ['filters', 'variables']) {
      const { status, body } = await send<{ message: string }>('tiles/chart', {
        [field]: { note: 'a\u0000' },
      });
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(body.message, new RegExp(`^/${field}/note .*U\\+0000`));
    }
  });
});
