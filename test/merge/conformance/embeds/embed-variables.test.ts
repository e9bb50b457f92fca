import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TextValuesResponse, TileResponse } from '@inlay/content/embed-api';
import { contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const byRegion = { dimensions: [{ column: 'region' }], measures: ['revenue'] };
const byProduct = { dimensions: [{ column: 'product' }], measures: ['revenue'] };
const filtered = (filter: object) => ({
  title: 'Sales of {{ variables.product }}',
  description: 'For {{variables.customer}}, not {{ revenue }} and {{ }}',
  kind: 'bar',
  datasetId: 'sales',
  query: { ...byProduct, filters: [filter] },
});

const tiles = {
  chosen: filtered({ column: 'product', operator: 'equals', value: '{{ variables.product }}' }),
  others: filtered({ column: 'product', operator: 'not-in', values: ['{{ variables.product }}'] }),
  above: filtered({ column: 'amount', operator: 'greater-or-equal', value: '{{ variables.least }}' }),
  asked: { title: 'Asked', kind: 'bar', datasetId: 'asked', query: byProduct },
  fixed: { title: 'By region', kind: 'bar', datasetId: 'sales', query: byRegion },
};

describe('variables of the host page', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embeds', sqliteStore));
    token = await viewerToken(setup);
    const data = dataClient(inlay.url, setup.adminToken);
    await data.create('datasets', {
      id: 'asked',
      name: 'Asked',
      connectionId: 'files',
      source: {
        kind: 'sql',
        sql: 'SELECT * FROM sales WHERE product = {{ variables.product }} AND amount >= {{ variables.least as integer }}',
      },
      columns: [
        { name: 'region', type: 'string' },
        { name: 'product', type: 'string' },
        { name: 'amount', type: 'integer' },
      ],
      measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }],
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    });
    const admin = contentClient(inlay, setup.adminToken);
    const make = async (kind: string, body: object) => {
      const made = await admin('POST', kind, { body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
    };
    const publish = (path: string) => admin('POST', `${path}/publish`, { ifMatch: '*' });
    for (const [id, tile] of Object.entries(tiles)) {
      await make('tiles', { id, appId: 'sales', ...tile });
      await publish(`tiles/${id}`);
      await make('embeds', { id: `v-${id}`, title: id, target: { kind: 'tile', id } });
    }
    await make('embeds', {
      id: 'v-embed',
      title: 'Filtered by the embed',
      target: { kind: 'tile', id: 'revenue' },
      options: { filters: [{ column: 'product', operator: 'equals', value: '{{ variables.product }}' }] },
    });
    await make('stories', {
      id: 'told',
      appId: 'sales',
      title: 'For {{ variables.customer }}',
      steps: [
        {
          id: 'one',
          title: '{{ variables.customer }} sold {{ sum | number }}',
          narrative: '**{{ variables.customer }}** has {{ variables.seats | number }} seats.',
          values: { sum: { tile: 'revenue', column: 'revenue', row: 'total' } },
          tiles: ['revenue'],
        },
      ],
    });
    await publish('stories/told');
    await make('embeds', { id: 'v-story', title: 'Told', target: { kind: 'story', id: 'told' } });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const ask = <T = TileResponse>(path: string, body: object) =>
    call<T>(`${inlay.url}/embed/api/v0/embeds/${path}`, { token, body });
  const products = async (tile: string, variables?: object, more: object = {}) => {
    const { status, body } = await ask(`v-${tile}/tiles/${tile}`, {
      ...(variables && { variables }),
      ...more,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body.result.columns[0]?.values.toSorted();
  };

  it('fill the filters of tiles and embeds, as typed values', async () => {
    assert.deepEqual(await products('chosen', { product: 'Tea' }), ['Tea']);
    assert.deepEqual(await products('others', { product: 'Tea' }), ['Coffee']);
    // An address knows text only.
    for (const least of [30, '30']) assert.deepEqual(await products('above', { least }), ['Coffee']);
    const { body } = await ask('v-embed/tiles/revenue', { variables: { product: 'Coffee' } });
    assert.deepEqual(body.result.columns[0]?.values, ['Coffee']);
  });

  it('are bound in the SQL of a dataset', async () => {
    assert.deepEqual(await products('asked', { product: 'Tea', least: 1 }), ['Tea']);
    assert.deepEqual(await products('asked', { product: 'Tea', least: 11 }), []);
    assert.deepEqual(await products('asked', { product: 'Tea', least: '1' }), ['Tea']);
  });

  it('match no row if one is missing, with any operator', async () => {
    for (const variables of [undefined, {}, { product: null }, { product: '' }, { Product: 'Tea' }])
      for (const tile of ['chosen', 'others', 'asked']) assert.deepEqual(await products(tile, variables), []);
    const { body } = await ask('v-embed/tiles/revenue', {});
    assert.equal(body.result.rowCount, 0);
  });

  it('never reveal a row that rules hide', async () => {
    for (const product of [
      'Cocoa',
      "Tea' OR '1'='1",
      'Tea"; DROP TABLE sales; --',
      '%',
      '*',
      '{{ username }}',
    ])
      for (const tile of ['chosen', 'asked'])
        assert.deepEqual(await products(tile, { product, least: 0 }), []);
    // What looks like the viewer's context is still only a value of the page.
    const posing = {
      region: 'south',
      'attributes.region': 'south',
      attributes: 'south',
      username: 'root',
      groups: 'insiders',
      __proto__: null,
    };
    assert.deepEqual(await products('fixed', posing), ['north']);
    assert.deepEqual(await products('others', { ...posing, product: 'nothing' }), ['Coffee', 'Tea']);
    assert.equal((await ask('e-dashboard/tiles/insiders', { variables: posing })).status, 404);
  });

  it('are not expanded in filter values that a viewer chooses', async () => {
    const filters = { product: '{{ variables.product }}' };
    assert.deepEqual(await products('fixed', { product: 'Tea' }, { filters: {} }), ['north']);
    const { body } = await ask('e-tile/tiles/revenue', { variables: { product: 'Tea' }, filters });
    assert.equal(body.result.rowCount, 0);
  });

  it('cannot be used in row rules, visibility rules, connections or secrets', async () => {
    const admin = contentClient(inlay, setup.adminToken);
    const visibility = { context: 'variables.vip', operator: 'equals', value: 'yes' };
    const tile = await admin('POST', 'tiles', {
      body: { id: 'vip', appId: 'sales', ...tiles.fixed, visibility },
    });
    assert.equal(tile.status, 400, JSON.stringify(tile.body));
    const send = (path: string, body: object) =>
      call(`${inlay.url}/api/v0/${path}`, { token: setup.adminToken, body });
    const rule = { column: 'region', operator: 'equals', value: { context: 'variables.region' } };
    const dataset = await send('datasets', {
      id: 'ruled',
      name: 'Ruled',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }],
      rowRules: [rule],
    });
    assert.equal(dataset.status, 400, JSON.stringify(dataset.body));
    const connection = await send('connections', {
      id: 'steered',
      name: 'Steered',
      kind: 'postgres',
      host: '{{ variables.host }}',
      database: 'x',
      user: 'x',
      password: 'x',
    });
    assert.equal(connection.status, 400, JSON.stringify(connection.body));
  });

  it('are refused with invalid names or types', async () => {
    for (const variables of [
      'Tea',
      ['Tea'],
      { product: ['Tea'] },
      { product: { a: 1 } },
      { p: 'x'.repeat(5000) },
    ])
      assert.equal((await ask('v-chosen/tiles/chosen', { variables })).status, 400);
    const wrong = await ask<{ message: string }>('v-above/tiles/above', { variables: { least: 'many' } });
    assert.equal(wrong.status, 400);
    const page = await openPage(inlay, 'v-chosen', { token, variables: '{"product":["Tea"]}' });
    assert.match(JSON.stringify(page.state), /"code":"VALUE_INVALID"/);
  });

  it('appear in titles and texts as plain text', async () => {
    const customer = '<b>Acme</b> *&* {{ sum }}';
    const variables = { customer, seats: 1200, product: 'Tea' };
    const { html, state } = await openPage(inlay, 'v-story', { token, variables: JSON.stringify(variables) });
    const written = '&lt;b&gt;Acme&lt;/b&gt; *&amp;* {{ sum }}';
    assert.ok(
      html.includes(`<h1 dir="auto">For <bdi data-value="variables.customer">${written}</bdi></h1>`),
      html,
    );
    assert.ok(html.includes(`<strong><bdi data-value="variables.customer">${written}</bdi></strong>`));
    assert.ok(html.includes('<bdi data-value="variables.seats|number">1,200</bdi> seats'));
    assert.equal(state.title, `For ${customer}`);
    const { body } = await ask<TextValuesResponse>('v-story/values', {
      variables: { customer: 'Umbra', seats: 3 },
    });
    assert.equal(body.values['variables.customer'], 'Umbra');
    assert.equal(body.values['variables.seats|number'], '3');
    assert.equal(body.values['one:sum|number'], '40');
    const none = await ask<TextValuesResponse>('v-story/values', {});
    assert.equal(none.body.values['variables.customer'], '–');
  });

  it('appear in the title of a tile everywhere', async () => {
    const page = await openPage(inlay, 'v-chosen', {
      token,
      'variables.product': 'Tea',
      'variables.customer': 'Acme',
    });
    assert.ok(page.html.includes('<h1 dir="auto">Sales of Tea</h1>'), page.html);
    // What stands in braces is a value of the tile's own answer; what is no value is what the author wrote.
    assert.ok(page.html.includes('For Acme, not 10 and {{ }}'), page.html);
    assert.ok(page.html.includes('aria-label="Sales of Tea"'));
    const painted = await renderTile(
      `${inlay.url}/embed/api/v0/embeds/v-chosen`,
      { id: 'chosen', variables: { product: 'Coffee' } },
      { token },
    );
    assert.equal(painted.body.title, 'Sales of Coffee');
    assert.match(painted.body.html, /Sales of Coffee/);
  });
});
