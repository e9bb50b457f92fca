import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TileResponse } from '@inlay/content/embed-api';
import { unzipSync } from 'fflate';
import { contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import { marksIn, pointIn } from '../../../support/embeds/drawn-marks.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

/** Ten products from 100 down to 10 in revenue, one of them without a name, each sold in April and in May. */
const PRODUCTS = ['Ale', 'Beer', 'Cider', 'Drip', 'Espresso', 'Fizz', 'Gin', 'Hops', 'Ice', ''];
const SHOP = [
  'product,region,customer,amount,pieces,day',
  ...PRODUCTS.flatMap((product, index) => [
    `${product},${index % 2 ? 'south' : 'north'},c${index},${60 - 6 * index},${index + 1},2025-04-28`,
    `${product},${index % 2 ? 'south' : 'north'},d${index},${40 - 4 * index},${index + 1},2025-05-14`,
  ]),
].join('\n');

const by = (...columns: string[]) => columns.map((column) => ({ column }));
const month = { column: 'day', grain: 'month' };
const revenue = { datasetId: 'shop', title: 'T' };
const tiles = {
  pivot: {
    ...{ ...revenue, kind: 'table' },
    query: {
      dimensions: [month, ...by('region')],
      measures: ['revenue', 'customers'],
      pivot: { dimension: 'region' },
      totals: true,
    },
  },
  months: {
    ...{ ...revenue, kind: 'table' },
    query: {
      dimensions: [...by('region'), month],
      measures: ['revenue'],
      pivot: { dimension: 'day' },
      totals: true,
    },
  },
  line: { ...revenue, kind: 'line', query: { dimensions: [month], measures: ['revenue'] } },
  weeks: {
    ...{ ...revenue, kind: 'table' },
    query: { dimensions: [{ column: 'day', grain: 'week' }], measures: ['revenue'] },
  },
  quarters: {
    ...{ ...revenue, kind: 'table' },
    query: { dimensions: [{ column: 'day', grain: 'fiscal-quarter' }], measures: ['revenue'] },
    options: { formats: { day: { kind: 'date', style: 'long' } } },
  },
  pie: { ...revenue, kind: 'pie', query: { dimensions: by('product'), measures: ['revenue'] } },
  plain: {
    ...{ ...revenue, kind: 'pie' },
    query: { dimensions: by('product'), measures: ['revenue'] },
    options: { donut: false },
  },
  average: { ...revenue, kind: 'pie', query: { dimensions: by('region'), measures: ['average'] } },
  limited: {
    ...{ ...revenue, kind: 'waterfall' },
    query: { dimensions: by('product'), measures: ['revenue'], limit: 2 },
  },
  area: {
    ...{ ...revenue, kind: 'area' },
    query: { dimensions: [month, ...by('product')], measures: ['revenue'] },
    options: { series: 'product' },
  },
  top: {
    ...{ ...revenue, kind: 'bar' },
    query: {
      dimensions: by('product'),
      measures: ['revenue'],
      top: { dimension: 'product', by: 'revenue', count: 3, others: true },
    },
  },
  scatter: {
    ...{ ...revenue, kind: 'scatter' },
    query: { dimensions: by('product', 'region'), measures: ['units', 'revenue', 'customers'] },
    options: { x: 'revenue', y: ['units'], series: 'region' },
  },
  histogram: {
    ...{ ...revenue, kind: 'histogram' },
    query: { dimensions: by('customer'), measures: ['revenue'] },
    options: { bins: 6 },
  },
  box: {
    ...{ ...revenue, kind: 'box-plot' },
    query: { dimensions: by('region', 'customer'), measures: ['revenue'] },
  },
  axes: {
    ...{ ...revenue, kind: 'bar' },
    query: { dimensions: by('product'), measures: ['revenue'] },
    options: {
      xTitle: 'Drink',
      yTitle: 'Euros',
      yMin: 20,
      yMax: 90,
      orientation: 'vertical',
      labels: 'none',
    },
  },
};

describe('results of charts', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('shop.csv', SHOP)).status, 201);
    await data.create('datasets', {
      id: 'shop',
      name: 'Shop',
      connectionId: 'files',
      source: { kind: 'file', file: 'shop' },
      measures: [
        { name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' },
        { name: 'average', label: 'Average', kind: 'average', column: 'amount' },
        { name: 'units', label: 'Units', kind: 'sum', column: 'pieces' },
        { name: 'customers', label: 'Customers', kind: 'distinct', column: 'customer' },
      ],
      segmented: false,
    });
    const admin = contentClient(inlay, setup.adminToken);
    const make = async (path: string, body: object) => {
      const made = await admin('POST', path, { body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
    };
    await make('apps', { id: 'sales', title: 'Shop', workspaceId: 'main' });
    for (const [id, tile] of Object.entries(tiles)) {
      await make('tiles', { id, appId: 'sales', ...tile });
      await admin('POST', `tiles/${id}/publish`, { ifMatch: '*' });
    }
    await make('dashboards', {
      id: 'all',
      appId: 'sales',
      title: 'All',
      items: Object.keys(tiles).map((tile, index) => ({
        ...{ id: `i${index}`, tile, x: 0, y: index * 6, w: 12, h: 6 },
      })),
      crossFilter: true,
      drill: [{ id: 'down', label: 'Down', datasetId: 'shop', levels: ['product', 'customer'] }],
    });
    await admin('POST', 'dashboards/all/publish', { ifMatch: '*' });
    await make('embeds', { id: 'e', title: 'E', target: { kind: 'dashboard', id: 'all' } });
    token = await viewerToken(setup);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const ask = async <T>(path: string, body: object) => {
    const response = await call<T>(`${inlay.url}/embed/api/v0/embeds/e/${path}`, { token, body });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const box = { width: 600, height: 280 };
  const paint = async (tile: keyof typeof tiles, more: object = {}) => {
    const url = `${inlay.url}/embed/api/v0/embeds/e`;
    const { status, body } = await renderTile(url, { id: tile, ...box, ...more }, { token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.html;
  };
  const response = async (tile: keyof typeof tiles, more: object) =>
    (await ask<TileResponse>(`tiles/${tile}`, more)).result;
  const file = async (path: string) => {
    const got = await fetch(`${inlay.url}/embed/api/v0/embeds/e/tiles/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(got.status, 200, path);
    return Buffer.from(await got.arrayBuffer());
  };
  const rowsIn = (html: string) =>
    [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]*>/g, ''),
      ),
    );

  it('pivot table: the totals row has a value in every column, computed from all rows', async () => {
    assert.deepEqual(rowsIn(await paint('pivot')), [
      ['Day', 'north · Revenue', 'north · Customers', 'south · Revenue', 'south · Customers'],
      ['April 2025', '180', '5', '150', '5'],
      ['May 2025', '120', '5', '100', '5'],
      ['Total', '300', '10', '250', '10'],
    ]);
    const svg = (await file('pivot/export.svg')).toString();
    for (const text of ['April 2025', 'Total', '300', '250']) assert.match(svg, new RegExp(`>${text}<`));
    const sheet = Buffer.from(
      unzipSync(await file('pivot/export.xlsx'))['xl/worksheets/sheet1.xml'] ?? '',
    ).toString();
    assert.match(sheet, /<row r="4">.*Total.*<v>300<\/v>.*<v>10<\/v>.*<v>250<\/v>.*<v>10<\/v>/);
  });

  it('pivot table by month: column headers are months', async () => {
    assert.deepEqual(rowsIn(await paint('months', { lang: 'de' })), [
      ['Region', 'April 2025', 'Mai 2025'],
      ['north', '180', '120'],
      ['south', '150', '100'],
      ['Summe', '330', '220'],
    ]);
    assert.match((await file('months/export.csv')).toString(), /^\uFEFFRegion,April 2025,May 2025\r\n/);
  });

  it('time buckets are shown as months, weeks and quarters, not as their first day', async () => {
    const line = await paint('line');
    assert.match(line, /<th scope="row">May 2025<\/th>/);
    assert.doesNotMatch(line, /May 1/);
    assert.match(await paint('line', { lang: 'fr' }), /mai 2025/);
    assert.deepEqual(
      rowsIn(await paint('weeks')).map(([first]) => first),
      ['Day', 'Week of Apr 27, 2025', 'Week of May 11, 2025'],
    );
    assert.deepEqual(
      rowsIn(await paint('quarters')).map(([first]) => first),
      ['Day', 'Q2 FY25'],
    );
    // Files for programs keep the day that the bucket begins with.
    assert.match((await file('line/export.csv')).toString(), /\r\n2025-05-01,220\r\n/);
  });

  it('pie: is a donut unless the tile says otherwise', async () => {
    const holes = (html: string) => html.match(/data-mark[^>]*>/g)?.length;
    const [donut, plain] = [await paint('pie'), await paint('plain')];
    assert.equal(holes(donut), holes(plain));
    // The hole has the total in it.
    assert.match(donut, /font-weight="600"[^>]*>550</);
    assert.doesNotMatch(plain, />550</);
  });

  it('pie of averages: the middle is the average of all rows, and slices have values', async () => {
    // Regions have averages of 30 and 25, and all rows 27.5.
    const html = await paint('average');
    assert.match(html, /font-weight="600"[^>]*>27\.5</);
    const texts = marksIn(html).map(([label, , [item]]) => `${label}: ${item?.[2]}`);
    assert.deepEqual(texts, ['north: 30', 'south: 25']);
  });

  it('totals: are queried only where the rows do not add up to them', async () => {
    assert.equal((await response('pie', {})).subtotals, undefined);
    const { subtotals = [], columns } = await response('average', {});
    assert.deepEqual([columns[1]?.additive, subtotals[0]?.columns[0]?.values], [false, [27.5]]);
    const steps = marksIn(await paint('limited')).map(([label, , [item]]) => `${label}: ${item?.[2]}`);
    assert.deepEqual(steps, ['Ale: 100', 'Beer: 90', 'Other: 360', 'Total: 550']);
  });

  it('pie: "Other" reports the rows that it stands for, filters by them and drills into them', async () => {
    const point = pointIn(await paint('pie'), 'Other');
    const folded = ['Gin', 'Hops', 'Ice', null];
    assert.deepEqual(
      point?.rows?.map(({ product }) => product),
      folded,
    );
    assert.deepEqual(point?.rows?.[0], { product: 'Gin', revenue: 40 });
    assert.deepEqual(point?.values, { product: null, revenue: null });
    assert.deepEqual(point?.value, { in: folded });
    const cross = [{ datasetId: 'shop', column: 'product', value: point?.value }];
    const filtered = await response('top', { cross });
    assert.deepEqual(filtered.columns[0]?.values, ['Gin', 'Hops', 'Ice', null]);
    assert.deepEqual(filtered.columns[1]?.values, [40, 30, 20, 10]);
    const drilled = await response('pie', { drill: { id: 'down', path: [point?.value] } });
    assert.equal(drilled.columns[0]?.name, 'customer');
    assert.equal(drilled.rowCount, 8);
    // A smaller drawing has room for less.
    const small = pointIn(await paint('pie', { width: 240, height: 200 }), 'Other');
    assert.equal(small?.rows?.length, 8);
  });

  it('area: "Other" reports the rows of its series at this position, and filters by the position', async () => {
    const point = pointIn(await paint('area'), 'May 2025', 'Other');
    assert.deepEqual(
      point?.rows?.map(({ product, revenue }) => [product, revenue]),
      [
        ['Hops', 12],
        ['Ice', 8],
        [null, 4],
      ],
    );
    assert.deepEqual([point?.value, point?.values.day], ['2025-05-01', '2025-05-01']);
  });

  it('top values: the row of the others is called Other, and filters by all but the top', async () => {
    const html = await paint('top');
    assert.match(html, />Other</);
    assert.doesNotMatch(html, /\(none\)/);
    const point = pointIn(html, 'Other');
    assert.deepEqual(point?.values, { product: null, revenue: 280 });
    assert.deepEqual(point?.value, { notIn: ['Ale', 'Beer', 'Cider'] });
    const cross = [{ datasetId: 'shop', column: 'product', value: point?.value }];
    const filtered = await response('pie', { cross });
    assert.deepEqual(filtered.columns[0]?.values, ['Drip', 'Espresso', 'Fizz', 'Gin', 'Hops', 'Ice', null]);
  });

  it('scatter with a color and a chosen X axis: a point names its row', async () => {
    const html = await paint('scatter');
    const [, label = ''] = /data-mark="\[&quot;(Beer[^&]*)&quot;/.exec(html) ?? [];
    assert.equal(label, 'Beer · south');
    const point = pointIn(html, label, 'Revenue');
    assert.deepEqual(point?.values, {
      product: 'Beer',
      region: 'south',
      units: 4,
      revenue: 90,
      customers: 2,
    });
    assert.deepEqual([point?.dimension.name, point?.value], ['product', 'Beer']);
  });

  it('histogram: a bin states its number of rows and filters by them', async () => {
    const html = await paint('histogram');
    const labels = marksIn(html).map(([label, , [item]]) => `${label}: ${item?.[2]}`);
    assert.deepEqual(labels, [
      'from 0 to 9: 3 rows',
      'from 10 to 19: 4 rows',
      'from 20 to 29: 4 rows',
      'from 30 to 39: 4 rows',
      'from 40 to 49: 3 rows',
      'from 50 to 59: 1 row',
      'from 60 to 69: 1 row',
    ]);
    const point = pointIn(html, 'from 0 to 9');
    assert.deepEqual(new Set(point?.rows?.map(({ customer }) => customer)), new Set(['c9', 'd8', 'd9']));
    const cross = [{ datasetId: 'shop', column: 'customer', value: point?.value }];
    const filtered = await response('pie', { cross });
    assert.deepEqual(filtered.columns[1]?.values, [10, 8]);
    assert.match(await paint('histogram', { lang: 'de' }), /von 0 bis 9/);
  });

  it('box plot: a box states its interquartile range and filters by its group', async () => {
    const html = await paint('box');
    const [, , items = []] = marksIn(html).find(([label]) => label === 'north') ?? [];
    assert.deepEqual(
      items.map(([, , text]) => text),
      ['60', '39', '28', '18', '8', '10'],
    );
    const point = pointIn(html, 'north');
    assert.deepEqual([point?.dimension.name, point?.value, point?.rows?.length], ['region', 'north', 10]);
  });

  it('distributions: export to every format, with their rows in machine-readable ones', async () => {
    for (const tile of ['histogram', 'box'] as const) {
      assert.match((await file(`${tile}/export.svg`)).toString(), /Revenue/);
      assert.equal((await file(`${tile}/export.pdf`)).subarray(0, 5).toString(), '%PDF-');
      const sheet = unzipSync(await file(`${tile}/export.xlsx`))['xl/worksheets/sheet1.xml'] ?? '';
      assert.equal(Buffer.from(sheet).toString().match(/<row /g)?.length, 21);
    }
  });

  it('axis: shows its title and bounds, and reports values outside of them', async () => {
    const html = await paint('axes');
    for (const text of ['Drink →', 'Euros', 'Axis starts at 20 · Values outside the axis range: 2'])
      assert.match(html, new RegExp(`>${text}<`));
    assert.match(html, /aria-label="[^"]*Values outside the axis range: 2\./);
  });

  it('axis: requires a maximum above the minimum', async () => {
    const admin = contentClient(inlay, setup.adminToken);
    const options = { yMin: 5, yMax: 5, xMin: 1, xMax: 0.5 };
    const body = { id: 'wrong', appId: 'sales', ...tiles.axes, options };
    const { status, body: refused } = await admin('POST', 'tiles', { body });
    assert.equal(status, 400);
    const { details }: { readonly details?: unknown } = refused;
    assert.deepEqual(details, [
      { path: '/options/yMax', problem: 'must be greater than yMin' },
      { path: '/options/xMax', problem: 'must be greater than xMin' },
    ]);
  });
});
