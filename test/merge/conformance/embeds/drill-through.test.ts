import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RowsResponse } from '@inlay/content/rows-api';
import { unzipSync } from 'fflate';
import { builderClient } from '../../../support/builder/builder-world.ts';
import { type ContentClient, contentClient } from '../../../support/content/content-client.ts';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { type ApiCall, call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const ORDERS = [
  'region,product,customer,card,amount,discount,placed',
  'north,Tea,Alder,4000111122223333,10,,2026-03-28T22:30:00Z',
  'north,Tea,Birch,4000111122224444,20,1,2026-03-28T23:30:00Z',
  'north,Coffee,Alder,123,40,2,2026-03-29T21:30:00Z',
  'north,Coffee,,4000111122225555,80,,2026-03-29T22:30:00Z',
  'north,Cocoa,Cedar,4000111122226666,160,,2026-04-01T10:00:00Z',
  'north,,Cedar,4000111122227777,320,,2026-04-01T11:00:00Z',
  'south,Tea,Dogwood,4000111122228888,640,3,2026-04-01T12:00:00Z',
].join('\n');

const officers = { context: 'groups', operator: 'contains', value: 'officers' };
const masked = (show: object) => [{ when: officers, show: 'value' }, show];
const columns = [
  { name: 'region', type: 'string' },
  { name: 'product', type: 'string', label: 'Product' },
  { name: 'customer', type: 'string', access: masked({ show: 'hash' }) },
  { name: 'card', type: 'string', access: masked({ show: 'last-four' }) },
  { name: 'amount', type: 'integer' },
  { name: 'discount', type: 'integer', access: [{ when: officers, show: 'value' }] },
  { name: 'placed', type: 'datetime' },
];
const measures = [
  { name: 'revenue', kind: 'sum', column: 'amount' },
  { name: 'orders', kind: 'count' },
  {
    name: 'large',
    kind: 'sum',
    column: 'amount',
    filters: [{ column: 'amount', operator: 'greater', value: 30 }],
  },
];

const approved = { columns: ['product', 'customer', 'card', 'amount', 'placed', 'discount'] };
const tile = (query: object, more: object = { drillThrough: approved }) => ({
  title: 'Orders',
  kind: 'table',
  datasetId: 'orders',
  query,
  ...more,
});
const tiles = {
  products: tile({ dimensions: [{ column: 'product' }], measures: ['revenue', 'orders'] }),
  days: tile({ dimensions: [{ column: 'placed', grain: 'day' }], measures: ['revenue'] }),
  sum: tile({ dimensions: [], measures: ['revenue'] }),
  large: tile({ dimensions: [{ column: 'product' }], measures: ['large', 'orders'] }),
  top: tile({
    dimensions: [{ column: 'product' }],
    measures: ['revenue'],
    top: { dimension: 'product', by: 'revenue', count: 2, others: true },
  }),
  compared: tile({
    dimensions: [],
    measures: ['revenue'],
    comparison: { column: 'placed', with: 'previous-period' },
    filters: [{ column: 'placed', operator: 'between', from: '2026-03-29', to: '2026-03-29' }],
  }),
  switched: tile(
    { dimensions: [], measures: ['revenue'] },
    { drillThrough: approved, choices: { measures: ['revenue', 'large'] } },
  ),
  closed: tile({ dimensions: [{ column: 'product' }], measures: ['revenue'] }, {}),
  narrow: tile(
    { dimensions: [{ column: 'product' }], measures: ['revenue'] },
    { drillThrough: { columns: ['amount'] } },
  ),
};

describe('drill-through', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let data: DataClient;
  let admin: ContentClient;
  let token: string;
  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    data = dataClient(inlay.url, setup.adminToken);
    admin = contentClient(inlay, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('orders.csv', ORDERS)).status, 201);
    await data.create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: {
        kind: 'sql',
        sql: 'SELECT region, product, customer, CAST(card AS VARCHAR) AS card, CAST(amount AS INTEGER) AS amount, CAST(discount AS INTEGER) AS discount, CAST(placed AS TIMESTAMPTZ) AS placed FROM orders',
      },
      columns,
      measures,
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    });
    await data.create('apps', { id: 'sales', title: 'Sales', workspaceId: 'main', datasets: ['orders'] });
    const publish = async (kind: string, id: string, body: object) => {
      await data.create(kind, { id, appId: 'sales', ...body });
      const { status, body: response } = await admin('POST', `${kind}/${id}/publish`, { ifMatch: '*' });
      assert.equal(status, 200, JSON.stringify(response));
    };
    for (const [id, each] of Object.entries(tiles)) await publish('tiles', id, each);
    await publish('dashboards', 'board', {
      title: 'Board',
      items: Object.keys(tiles).map((id, y) => ({ id, x: 0, y: y * 4, w: 12, h: 4, tile: id })),
      filters: [{ id: 'product', kind: 'dropdown', label: 'P', datasetId: 'orders', column: 'product' }],
      drill: [{ id: 'd', label: 'D', datasetId: 'orders', levels: ['product', 'region'] }],
    });
    await data.create('embeds', { id: 'board', title: 'B', target: { kind: 'dashboard', id: 'board' } });
    await data.create('embeds', {
      id: 'kept',
      title: 'K',
      target: { kind: 'dashboard', id: 'board' },
      options: { hide: ['export'], filters: [{ column: 'product', operator: 'equals', value: 'Tea' }] },
    });
    await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'sales' } });
    token = await viewerToken(setup, { privileges: { sales: ['contribute'] } });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const post = <T>(path: string, body: unknown, options: ApiCall = {}) =>
    call<T>(`${inlay.url}/embed/api/v0/embeds/${path}`, { token, body, ...options });
  const rowsOf = async (id: string, body: object = {}, options: ApiCall & { embed?: string } = {}) => {
    const { embed = 'board', ...rest } = options;
    const { status, body: response } = await post<RowsResponse>(`${embed}/tiles/${id}/rows`, body, rest);
    assert.equal(status, 200, JSON.stringify(response));
    return response;
  };
  const refusal = async (id: string, body: object, path = `board/tiles/${id}/rows`) =>
    post<Refusal>(path, body);
  const cells = ({ columns: all }: RowsResponse, name: string) =>
    all.find((column) => column.name === name)?.values ?? [];
  const sum = (rows: RowsResponse) =>
    cells(rows, 'amount').reduce<number>((all, cell) => all + Number(cell), 0);

  it('returns the rows of a mark, with the approved columns and their order', async () => {
    const rows = await rowsOf('products', { mark: { product: 'Tea' } });
    assert.deepEqual(
      rows.columns.map(({ name, masked: isMasked }) => [name, isMasked]),
      [
        ['product', false],
        ['customer', true],
        ['card', true],
        ['amount', false],
        ['placed', false],
      ],
    );
    assert.deepEqual([rows.total, rows.rowCount, rows.hasMore], [2, 2, false]);
    assert.deepEqual(cells(rows, 'amount'), [10, 20]);
    assert.deepEqual(cells(rows, 'card'), ['••••3333', '••••4444']);
    const [product] = rows.columns;
    assert.deepEqual([product?.label, product?.texts], ['Product', ['Tea', 'Tea']]);
  });

  it('adds up to the value of the mark, for missing values, other values and any measure', async () => {
    assert.equal(sum(await rowsOf('products', { mark: { product: null } })), 320);
    assert.equal(sum(await rowsOf('products', { mark: { product: { in: ['Coffee', null] } } })), 440);
    // The two largest are no product and Cocoa, then the rest.
    assert.equal(sum(await rowsOf('top', { mark: { product: { notIn: [null, 'Cocoa'] } } })), 150);
    assert.equal(sum(await rowsOf('top', { mark: { product: { notIn: ['Cocoa'] } } })), 470);
    assert.equal(sum(await rowsOf('sum')), 630);
    assert.equal((await rowsOf('products', { measure: 'orders' })).total, 6);
    // The measure reads orders above 30 only.
    assert.equal(sum(await rowsOf('large', { measure: 'large' })), 600);
    assert.equal(sum(await rowsOf('large', { measure: 'large', mark: { product: 'Tea' } })), 0);
    assert.equal(sum(await rowsOf('large', { measure: 'orders' })), 630);
  });

  it("takes the days of a mark in the viewer's time zone, where summer time begins that day", async () => {
    // 29 March has 23 hours in Berlin.
    const timeZone = 'Europe/Berlin';
    const { body } = await post<{ result: { columns: { values: unknown[] }[] } }>('board/tiles/days', {
      timeZone,
    });
    const [days, revenue] = body.result.columns.map(({ values }) => values) as [string[], number[]];
    assert.deepEqual(days.slice(0, 3), ['2026-03-28', '2026-03-29', '2026-03-30']);
    for (const [index, day] of days.entries())
      assert.equal(sum(await rowsOf('days', { timeZone, mark: { placed: day } })), revenue[index], day);
  });

  it('returns the rows of the measure that the viewer switched to, if the author allows it', async () => {
    assert.equal(sum(await rowsOf('switched')), 630);
    assert.equal(sum(await rowsOf('switched', { choice: { measure: 'large' } })), 600);
    const { status, body } = await refusal('switched', { choice: { measure: 'orders' } });
    assert.equal(status, 400, JSON.stringify(body));
  });

  it('returns the rows of the compared period for its mark', async () => {
    const timeZone = 'Europe/Berlin';
    assert.equal(sum(await rowsOf('compared', { timeZone })), 60);
    assert.equal(sum(await rowsOf('compared', { timeZone, measure: 'revenue:previous' })), 10);
  });

  it('applies the filters of the tile: choices, cross-filters, drill-down and those of the embed', async () => {
    assert.equal(sum(await rowsOf('sum', { filters: { product: 'Tea' } })), 30);
    const click = { datasetId: 'orders', column: 'product', value: 'Coffee' };
    assert.equal(sum(await rowsOf('sum', { cross: [click] })), 120);
    const drill = { id: 'd', path: ['Tea'] };
    assert.equal(sum(await rowsOf('products', { drill, mark: { region: 'north' } })), 30);
    assert.equal(sum(await rowsOf('sum', {}, { embed: 'kept' })), 30);
  });

  it('pages and sorts', async () => {
    const first = await rowsOf('sum', { pageSize: 4, sort: { by: 'amount', direction: 'desc' } });
    assert.deepEqual(cells(first, 'amount'), [320, 160, 80, 40]);
    assert.deepEqual([first.total, first.hasMore], [6, true]);
    const second = await rowsOf('sum', { pageSize: 4, page: 2, sort: { by: 'amount', direction: 'desc' } });
    assert.deepEqual(cells(second, 'amount'), [20, 10]);
    assert.equal(second.hasMore, false);
    const empty = await rowsOf('sum', { filters: { product: 'No such' } });
    assert.deepEqual([empty.total, empty.rowCount], [0, 0]);
    for (const body of [{ pageSize: 201 }, { pageSize: 200, page: 51 }, { page: 0 }])
      assert.equal((await refusal('sum', body)).status, 400, JSON.stringify(body));
  });

  it('shows masked values as hashes, last characters or nothing, and full values to those with access', async () => {
    const rows = await rowsOf('sum');
    const hashes = cells(rows, 'customer') as string[];
    for (const hash of hashes) assert.match(String(hash), /^([0-9a-f]{16}|null)$/);
    // Equal values have equal hashes.
    assert.equal(new Set(hashes).size, 4);
    assert.ok(cells(rows, 'card').includes('••••'));
    assert.doesNotMatch(JSON.stringify(rows), /Alder|Birch|Cedar|40001111/);
    const officer = await viewerToken(setup, { groups: ['officers'] });
    const full = await rowsOf('sum', {}, { token: officer });
    assert.ok(cells(full, 'customer').includes('Alder'));
    assert.ok(full.columns.some(({ name }) => name === 'discount'));
    // The same rows again for the first viewer: the two never share what is cached.
    assert.deepEqual(await rowsOf('sum'), rows);
  });

  it('refuses other columns, tiles, dimensions and tricks with masked columns', async () => {
    assert.equal((await refusal('closed', {})).status, 403);
    assert.equal((await refusal('unknown', {})).status, 404);
    assert.equal((await refusal('insiders', {})).status, 404);
    for (const name of ['customer', 'card']) {
      const sorted = await refusal('sum', { sort: { by: name, direction: 'asc' } });
      assert.equal(sorted.status, 403, name);
      assert.equal((await refusal('sum', { mark: { [name]: 'Alder' } })).status, 400, name);
      assert.equal((await refusal('sum', { filters: { [name]: 'Alder' } })).status, 400, name);
      const click = { datasetId: 'orders', column: name, value: 'Alder' };
      assert.equal((await refusal('sum', { cross: [click] })).status, 400, name);
    }
    const denied = await refusal('sum', { sort: { by: 'discount', direction: 'asc' } });
    const missing = await refusal('sum', { sort: { by: 'nothing', direction: 'asc' } });
    assert.deepEqual(JSON.parse(JSON.stringify(denied.body).replaceAll('discount', 'nothing')), missing.body);
    for (const body of [
      { mark: { region: 'south' } },
      { mark: { amount: 10 } },
      { measure: 'large' },
      { sort: { by: 'region', direction: 'asc' } },
      { columns: ['region'] },
    ])
      assert.equal((await refusal('narrow', body)).status, 400, JSON.stringify(body));
    const narrow = await rowsOf('narrow');
    assert.deepEqual(
      narrow.columns.map(({ name }) => name),
      ['amount'],
    );
  });

  it('exports the rows, unless the embed hides exports', async () => {
    const send = async (embed: string, body: object) => {
      const response = await fetch(`${inlay.url}/embed/api/v0/embeds/${embed}/tiles/products/rows/exports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const csv = await send('board', { format: 'csv', mark: { product: 'Tea' } });
    const [head, ...lines] = csv.bytes.toString().trim().split('\r\n');
    assert.equal(head, 'Product,customer,card,amount,placed');
    assert.equal(lines.length, 2);
    assert.doesNotMatch(csv.bytes.toString(), /Alder|40001111/);
    const xlsx = await send('board', { format: 'xlsx', mark: { product: 'Tea' } });
    const sheet = Buffer.from(unzipSync(xlsx.bytes)['xl/worksheets/sheet1.xml'] ?? '').toString();
    assert.match(sheet, /••••3333/);
    assert.equal((await send('kept', { format: 'csv' })).status, 403);
    assert.equal((await send('board', { format: 'pdf' })).status, 400);
  });

  it('is recorded in the audit log with the rows that were shown and exported', async () => {
    const actor = 'reader@customer.example';
    const as = { token: await viewerToken(setup, { username: actor }) };
    const shown = await rowsOf('products', { mark: { product: 'Tea' }, pageSize: 1 }, as);
    assert.equal(shown.rowCount, 1);
    const file = await post(
      'board/tiles/products/rows/exports',
      { format: 'csv', mark: { product: 'Tea' } },
      as,
    );
    assert.equal(file.status, 200);
    const { body } = await data.ask<{ data: { action: string; target: string; rows: number }[] }>(
      `audit-events?actor=${actor}`,
    );
    assert.deepEqual(body.data.map(({ action, target, rows }) => [action, target, rows]).sort(), [
      ['data.export', 'orders', 2],
      ['data.rows', 'orders', 1],
    ]);
  });

  it('tells the page which tiles have rows', async () => {
    const { state } = await openPage(inlay, 'board', { token });
    const shown = (state as { tiles?: { id: string; hasRows?: boolean }[] }).tiles;
    assert.deepEqual(
      shown?.filter(({ hasRows }) => !hasRows).map(({ id }) => id),
      ['closed'],
    );
  });

  it('refuses columns in a dashboard of the builder that its author cannot use', async () => {
    const builder = builderClient(inlay, token, 'build');
    const chart = (names: string[]) => ({
      ...tile({ dimensions: [{ column: 'product' }], measures: ['revenue'] }),
      drillThrough: { columns: names },
    });
    const make = (names: string[]) =>
      builder('POST', 'dashboards', {
        body: {
          content: { title: 'Mine', items: [{ id: 'i', x: 0, y: 0, w: 6, h: 4, chart: chart(names) }] },
        },
      });
    for (const name of ['customer', 'discount', 'nothing']) {
      const { status, body } = await make(['amount', name]);
      assert.equal(status, 400, name);
      assert.equal((body as unknown as Refusal).details?.[0]?.path, '/items/0/chart/drillThrough/columns/1');
    }
    const made = await make(['amount', 'product']);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body.dashboard;
    const { tiles: own } = made.body.content as unknown as { tiles?: unknown };
    assert.equal(own, undefined);
    const opened = await builder<{ tiles: { id: string }[] }>('GET', `dashboards/${id}`);
    assert.equal(opened.status, 200);
  });

  it('shows a chart of a colleague without columns that the viewer cannot use', async () => {
    const colleague = builderClient(
      inlay,
      await viewerToken(setup, {
        username: 'officer@customer.example',
        groups: ['officers'],
        privileges: { sales: ['contribute'] },
      }),
      'build',
    );
    const chart = {
      ...tile({ dimensions: [{ column: 'product' }], measures: ['revenue'] }),
      drillThrough: { columns: ['amount', 'customer'] },
    };
    const items = [{ id: 'i', x: 0, y: 0, w: 6, h: 4, chart }];
    const made = await colleague('POST', 'dashboards', { body: { content: { title: 'Ours', items } } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = `dashboards/${made.body.dashboard.id}`;
    const shared = await colleague('PUT', `${path}/sharing`, { body: { with: 'workspace', right: 'view' } });
    assert.equal(shared.status, 200, JSON.stringify(shared.body));
    const { body } = await builderClient(inlay, token, 'build')('GET', path);
    assert.deepEqual(body.content.items, [
      { ...items[0], chart: { ...chart, drillThrough: { columns: ['amount'] } } },
    ]);
  });
});
