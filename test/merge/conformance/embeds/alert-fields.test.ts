import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OpenPageState, PageTile } from '@inlay/content/page-state';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const SUBSCRIPTIONS = JSON.stringify({ subscriptions: true });

describe('what viewers can set alerts on', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let admin: ContentClient;
  let viewer: string;
  const make = async (kind: string, id: string, body: object) => {
    const made = await admin('POST', kind, { body: { id, ...body } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    if (kind === 'embeds') return;
    const published = await admin('POST', `${kind}/${id}/publish`, { ifMatch: '*' });
    assert.equal(published.status, 200, JSON.stringify(published.body));
  };
  before(async () => {
    const world = await startWorld('embeds', sqliteStore);
    ({ store, inlay, admin } = world);
    await dataClient(inlay.url, world.setup.adminToken).create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      columns: [
        { name: 'region', type: 'string', label: 'Region' },
        { name: 'product', type: 'string' },
        { name: 'day', type: 'date' },
      ],
      measures: [
        { name: 'orders', label: 'Orders', kind: 'count' },
        { name: 'share', label: 'Share', kind: 'count', format: { kind: 'percent' } },
      ],
      segmented: false,
    });
    const tile = (id: string, query: object, more: object = {}) =>
      make('tiles', id, { appId: 'sales', title: id, kind: 'bar', datasetId: 'orders', query, ...more });
    const region = { column: 'region' };
    await tile('trend', { dimensions: [{ column: 'day', grain: 'month' }, region], measures: ['orders'] });
    await tile(
      'switched',
      { dimensions: [region], measures: ['orders'] },
      {
        choices: { measures: ['share', 'orders'] },
        options: { formats: { orders: { kind: 'number', unit: 'pcs' } } },
      },
    );
    await tile('names', { dimensions: [region], measures: [] }, { kind: 'table' });
    const items = ['trend', 'switched', 'names', 'insiders'].map((id, index) => ({
      id: `i${index}`,
      tile: id,
      x: 0,
      y: index * 6,
      w: 12,
      h: 6,
    }));
    await make('dashboards', 'alerts', { appId: 'sales', title: 'Alerts', items });
    const target = { kind: 'dashboard', id: 'alerts' };
    await make('embeds', 'e-alerts', { title: 'Alerts', target });
    const options = { subscriptions: { alerts: false } };
    await make('embeds', 'e-none', { title: 'Reports only', target, options });
    viewer = await viewerToken(world.setup);
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  const tilesOf = async (id: string, features: string | undefined): Promise<readonly PageTile[]> => {
    const { status, state } = await openPage(inlay, id, {
      token: viewer,
      ...(features !== undefined && { features }),
    });
    assert.equal(status, 200);
    return (state as unknown as OpenPageState).tiles;
  };

  it('is in the page where the host enables subscriptions: measures, and dimensions other than time', async () => {
    const tiles = await tilesOf('e-alerts', SUBSCRIPTIONS);
    assert.deepEqual(Object.fromEntries(tiles.map(({ id, alertFields }) => [id, alertFields])), {
      trend: {
        measures: [{ name: 'orders', label: 'Orders' }],
        dimensions: [{ name: 'region', label: 'Region' }],
      },
      switched: {
        measures: [
          { name: 'orders', label: 'Orders', format: { kind: 'number', unit: 'pcs' } },
          { name: 'share', label: 'Share', format: { kind: 'percent' } },
        ],
        dimensions: [{ name: 'region', label: 'Region' }],
      },
      names: undefined,
    });
  });

  it('is in no other page, nor where the embed allows no alerts', async () => {
    for (const [id, features] of [
      ['e-alerts', undefined],
      ['e-alerts', '{"subscriptions":false}'],
      ['e-none', SUBSCRIPTIONS],
    ] as const)
      for (const { alertFields } of await tilesOf(id, features)) assert.equal(alertFields, undefined, id);
  });
});
