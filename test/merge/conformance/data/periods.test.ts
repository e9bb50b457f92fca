import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TileResponse } from '@inlay/content/embed-api';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

/** In the north, tea was sold in January 2026 and coffee in February. */
describe('relative periods', () => {
  const now = Date.parse('2026-02-10T12:00:00Z');
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let token: string;

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore, { time: timeAt(() => now) }));
    token = await viewerToken(setup, {}, now);
    const tile = (id: string, filter: object) => make('tiles', { id, appId: 'sales', ...tileOf(filter) });
    await tile('monthly', { operator: 'in-period', period: 'this-month' });
    await tile('january', { operator: 'between', from: '2026-01-01', to: '2026-01-31' });
    await make('dashboards', {
      id: 'dated',
      appId: 'sales',
      title: 'Dated',
      items: ['monthly', 'january'].map((id, index) => ({ id, x: 0, y: index * 6, w: 6, h: 6, tile: id })),
      filters: [{ id: 'when', kind: 'date-range', label: 'When', datasetId: 'sales', column: 'day' }],
    });
    await embed('e-monthly', 'tile', 'monthly');
    await embed('e-dated', 'dashboard', 'dated');
    await embed('e-last', 'tile', 'revenue', {
      filters: [{ column: 'day', operator: 'in-period', period: 'last-month' }],
    });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const tileOf = (filter: object) => ({
    title: 'Revenue',
    kind: 'bar',
    datasetId: 'sales',
    query: {
      dimensions: [{ column: 'product' }],
      measures: ['revenue'],
      filters: [{ column: 'day', ...filter }],
    },
  });
  const make = async (kind: string, body: { id: string } & Record<string, unknown>) => {
    const made = await admin('POST', kind, { body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    if (kind === 'embeds') return;
    assert.equal((await admin('POST', `${kind}/${body.id}/publish`, { ifMatch: '*' })).status, 200);
  };
  const embed = (id: string, kind: string, target: string, options = {}) =>
    make('embeds', { id, title: id, target: { kind, id: target }, options });
  const products = async (path: string, filters: object = {}) => {
    const url = `${inlay.url}/embed/api/v0/embeds/${path}`;
    const { status, body } = await call<TileResponse>(url, { token, body: { filters } });
    assert.equal(status, 200, JSON.stringify(body));
    return body.result.columns[0]?.values;
  };

  it("resolve to days of the viewer's calendar in a tile's filters", async () => {
    assert.deepEqual(await products('e-monthly/tiles/monthly'), ['Coffee']);
  });

  it('can be the initial filter of an embed, on any column of the dataset', async () => {
    assert.deepEqual(await products('e-last/tiles/revenue'), ['Tea']);
    assert.match((await openPage(inlay, 'e-last', { token })).html, /Tea/);
    assert.doesNotMatch((await openPage(inlay, 'e-last', { token })).html, /Coffee/);
  });

  it("override the tile's own period when a viewer chooses one", async () => {
    assert.deepEqual(await products('e-dated/tiles/january'), ['Tea']);
    assert.deepEqual(await products('e-dated/tiles/january', { when: 'this-month' }), ['Coffee']);
    assert.deepEqual(await products('e-dated/tiles/monthly', { when: 'last-month' }), ['Tea']);
    const both = { when: { from: '2026-01-01', to: '2026-02-28' } };
    assert.deepEqual(await products('e-dated/tiles/monthly', both), ['Coffee', 'Tea']);
  });

  it('are refused if unknown, with the path of the field', async () => {
    const body = { id: 'bad', appId: 'sales', ...tileOf({ operator: 'in-period', period: 'next-century' }) };
    const { status, body: response } = await admin('POST', 'tiles', { body });
    assert.equal(status, 400);
    assert.match(String(response.message), /^\/query\/filters\/0\/period must be today, yesterday/);
  });
});
