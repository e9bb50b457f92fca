import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const tilesOf = ({ tiles = [] }: { readonly tiles?: readonly { id: string; choices?: object }[] }) => tiles;
const place = (id: string, y: number) => ({ id, x: 0, y, w: 12, h: 6 });
const insiders = { context: 'groups', operator: 'contains', value: 'insiders' };
const TABS = [
  { id: 'first', title: 'First' },
  { id: 'second', title: 'Second' },
  { id: 'third', title: 'Only for insiders' },
];
const trend = {
  title: 'Sales by month',
  description: 'In {{ revenue.total | currency }}',
  kind: 'line',
  datasetId: 'orders',
  query: { dimensions: [{ column: 'day', grain: 'month' }], measures: ['revenue'], totals: true },
  choices: { grains: ['day', 'year'], measures: ['orders', 'revenue'] },
};

describe('tabs of a dashboard and switches of a tile', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let viewer: string;
  const url = (path = '') => `${inlay.url}/embed/api/v0/embeds/e-tabs${path}`;
  const make = async (path: string, body: object) => {
    const [kind = '', id = ''] = path.split('/');
    const made = await admin('POST', kind, { body: { id, appId: 'sales', ...body } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const published = await admin('POST', `${path}/publish`, { ifMatch: '*' });
    assert.equal(published.status, 200, JSON.stringify(published.body));
  };
  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore));
    await dataClient(inlay.url, setup.adminToken).create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      measures: [
        { name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' },
        { name: 'orders', label: 'Orders', kind: 'count' },
        { name: 'secret', label: 'Secret', kind: 'max', column: 'amount' },
      ],
      segmented: false,
    });
    await make('tiles/trend', trend);
    await make('tiles/named', { ...trend, title: '{{ measure }} {{ grain }}: {{ revenue.total }}' });
    await make('dashboards/tabs', {
      title: 'Tabs',
      tabs: TABS,
      filters: [{ id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' }],
      items: [
        { ...place('a', 0), tile: 'revenue' },
        { ...place('b', 0), tile: 'trend', tab: 'second' },
        { ...place('n', 6), tile: 'named', tab: 'second', title: 'Overridden' },
        {
          ...place('t', 12),
          tab: 'second',
          text: 'Sold {{ sum | number }}',
          values: { sum: { tile: 'trend', column: 'revenue', row: 'total' } },
        },
        { ...place('c', 0), tile: 'customers', tab: 'third', visibility: insiders },
      ],
    });
    const embed = { id: 'e-tabs', title: 'Tabs', target: { kind: 'dashboard', id: 'tabs' } };
    assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
    viewer = await viewerToken(setup);
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  const render = (wanted: object, token = viewer) =>
    renderTile(url(), { id: 'trend', ...wanted } as Parameters<typeof renderTile>[1], { token });

  it('a dashboard with an unknown tab, repeated tabs or overlapping items on one tab is refused', async () => {
    const refused = async (body: object, problem: RegExp) => {
      const { status, body: response } = await admin('POST', 'dashboards', {
        body: { id: 'bad', appId: 'sales', title: 'Bad', items: [], ...body },
      });
      assert.equal(status, 400);
      assert.match(JSON.stringify(response), problem);
    };
    const item = { ...place('a', 0), text: 'A' };
    await refused({ items: [{ ...item, tab: 'first' }] }, /\/items\/0\/tab refers to a tab/);
    await refused({ tabs: TABS, items: [{ ...item, tab: 'fourth' }] }, /\/items\/0\/tab refers to a tab/);
    await refused({ tabs: [TABS[0], TABS[0]] }, /\/tabs/);
    await refused({ tabs: TABS, items: [item, { ...item, id: 'b', tab: 'first' }] }, /overlaps the item 'a'/);
  });

  it('a page has the tiles of the open tab; those of the others wait', async () => {
    const { html } = await openPage(inlay, 'e-dashboard', { token: viewer });
    assert.doesNotMatch(html, /role="tab"/);
    const page = await call<string>(`${inlay.url}/embed/e-tabs`, { method: 'GET' });
    assert.equal(page.status, 200);
    const { html: tabs } = await openPage(inlay, 'e-tabs', { token: viewer });
    const panels = tabs.split('role="tabpanel"').slice(1);
    assert.equal(panels.length, 2);
    const [second = '', first = ''] = panels;
    assert.match(first, /data-tile="revenue"/);
    assert.doesNotMatch(first, /data-state="pending"/);
    assert.match(second, /data-tile="trend" data-state="pending"/);
    assert.match(tabs, /role="tab"[^>]*data-tab="first"[^>]*aria-selected="true"/);
  });

  it('a tab whose items are all hidden from the viewer is not shown', async () => {
    const insider = await viewerToken(setup, { groups: ['insiders'] });
    const own = await openPage(inlay, 'e-tabs', { token: viewer });
    assert.doesNotMatch(own.html, /Only for insiders/);
    const all = await openPage(inlay, 'e-tabs', { token: insider });
    assert.match(all.html, /data-tab="third"/);
    const state = { method: 'POST', token: viewer, body: { tab: 'third' } };
    assert.equal((await call(url('/state'), state)).status, 400);
    assert.equal((await call(url('/state'), { ...state, token: insider })).status, 200);
  });

  it('a default view opens its tab, switches and sorting at once, and texts stay as written', async () => {
    const state = { tab: 'second', tiles: { trend: { measure: 'orders', grain: 'year' } } };
    const saved = await call<{ id: string }>(url('/views'), {
      token: viewer,
      method: 'POST',
      body: { name: 'Orders', state, isDefault: true },
    });
    assert.equal(saved.status, 201, JSON.stringify(saved.body));
    const { html, state: page } = await openPage(inlay, 'e-tabs', { token: viewer });
    assert.match(html, /data-tab="second"[^>]*aria-selected="true"/);
    assert.match(html, /<h2 dir="auto">Orders by year<\/h2>/);
    assert.match(html, /data-tile="revenue" data-state="pending"/);
    const trendTile = tilesOf(page).find(({ id }) => id === 'trend');
    assert.deepEqual(trendTile?.choices, {
      grain: {
        value: 'year',
        options: [
          { value: 'day', label: 'By day' },
          { value: 'month', label: 'By month' },
          { value: 'year', label: 'By year' },
        ],
      },
      measure: {
        value: 'orders',
        options: [
          { value: 'revenue', label: 'Revenue' },
          { value: 'orders', label: 'Orders' },
        ],
      },
    });
    // The script of the page requests the value, of the tile as its author made it.
    assert.match(html, /Sold <[^>]*>…</);
    const texts = await call<{ values: Record<string, string> }>(url('/values'), {
      token: viewer,
      method: 'POST',
      body: {},
    });
    assert.equal(texts.body.values['t:sum|number'], '795');
    await call(url(`/views/${saved.body.id}`), { token: viewer, method: 'DELETE' });
  });

  it('a switched tile has a title that is true, in the language of the viewer', async () => {
    assert.equal((await render({})).body.title, 'Sales by month');
    assert.equal((await render({ choice: { grain: 'day' } })).body.title, 'Revenue by day');
    const orders = await render({ choice: { measure: 'orders' } });
    assert.equal(orders.body.title, 'Orders by month');
    assert.equal(orders.body.description, undefined);
    const german = await render({ choice: { measure: 'orders', grain: 'year' }, lang: 'de' });
    assert.equal(german.body.title, 'Orders nach Jahr');
    const named = await render({ id: 'named', choice: { measure: 'orders' } });
    assert.equal(named.body.title, 'Orders by month: 4');
    const over = await render({ id: 'named', item: 'n', choice: { measure: 'orders' } });
    assert.equal(over.body.title, 'Orders by month');
    assert.equal((await render({ id: 'named', item: 'n' })).body.title, 'Overridden');
  });

  it('only what the author allows can be switched to, in every request', async () => {
    for (const choice of [{ measure: 'secret' }, { grain: 'week' }, { measure: 'amount' }, { other: 1 }]) {
      assert.equal((await render({ choice })).status, 400, JSON.stringify(choice));
      const tile = await call(url('/tiles/trend'), { token: viewer, method: 'POST', body: { choice } });
      assert.equal(tile.status, 400);
      for (const body of [
        { format: 'xlsx', tileId: 'trend', choice },
        { format: 'pdf', choices: { trend: choice } },
      ])
        assert.equal((await call(url('/exports'), { token: viewer, method: 'POST', body })).status, 400);
    }
    const untouched = { id: 'revenue', choice: { measure: 'revenue', grain: 'day' } };
    assert.equal((await render(untouched)).status, 400);
  });

  it('the rows and exports of a switched tile are those of the choice', async () => {
    const { body } = await call<{ result: { columns: { name: string; values: unknown[] }[] } }>(
      url('/tiles/trend'),
      { token: viewer, method: 'POST', body: { choice: { measure: 'orders', grain: 'year' } } },
    );
    assert.deepEqual(
      body.result.columns.map(({ name, values }) => [name, values]),
      [
        ['day', ['2026-01-01']],
        ['orders', [4]],
      ],
    );
    const choices = { trend: { measure: 'orders' } };
    for (const format of ['pdf', 'xlsx']) {
      const file = await call(url('/exports'), { token: viewer, method: 'POST', body: { format, choices } });
      assert.equal(file.status, 200, format);
    }
  });

  it('choices that the data does not have cannot be saved', async () => {
    const bad = { ...trend, id: 'bad', appId: 'sales', choices: { measures: ['nothing', 'revenue'] } };
    assert.equal((await admin('POST', 'tiles', { body: bad })).status, 400);
    const flat = { ...trend, id: 'flat', appId: 'sales', query: { dimensions: [], measures: ['revenue'] } };
    assert.equal((await admin('POST', 'tiles', { body: flat })).status, 400);
  });

  it('a state is checked for the host page', async () => {
    const check = (body: unknown) =>
      call<{ message: string }>(url('/state'), { token: viewer, method: 'POST', body });
    const good = { filters: { product: 'Tea' }, tab: 'second', tiles: { trend: { grain: 'day' } } };
    assert.equal((await check(good)).status, 200);
    for (const bad of [
      { filters: { nothing: 1 } },
      { tab: 'fourth' },
      { tiles: { trend: { grain: 'week' } } },
      { tiles: { trend: { sort: { by: 'day', direction: 'asc' } } } },
      { tiles: { unknown: {} } },
      { extra: 1 },
    ]) {
      const { status, body } = await check(bad);
      assert.equal(status, 400, JSON.stringify(bad));
      assert.match(body.message, /^\//);
    }
  });
});
