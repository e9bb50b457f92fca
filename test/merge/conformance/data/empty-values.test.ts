import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CrossFilter, FilterValuesResponse, TileRequest, TileResponse } from '@inlay/content/embed-api';
import { contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { parquetOf } from '../../../support/model/marked-rows.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

/** A product without a name 13 times, one whose name is an empty text 24 times, and Ale 5 times. */
const SOLD = `
  SELECT CASE WHEN i < 13 THEN NULL WHEN i < 37 THEN '' ELSE 'Ale' END AS product,
    CASE WHEN i % 2 = 0 THEN 'north' END AS region,
    CASE WHEN i < 2 THEN NULL ELSE i % 3 END AS grade,
    TIMESTAMPTZ '2026-10-25 00:10:00Z' + INTERVAL (i % 4 * 30) MINUTE AS at
  FROM range(42) t(i)`;

const by = (...columns: string[]) => columns.map((column) => ({ column }));
const chart = (kind: string, dimensions: readonly object[]) => ({
  ...{ title: 'T', kind, datasetId: 'sold', query: { dimensions, measures: ['sales'] } },
  drillThrough: { columns: ['product'] },
});
const tiles = {
  products: chart('bar', by('product')),
  regions: chart('bar', by('region')),
  hours: chart('bar', [{ column: 'at', grain: 'hour' }]),
  table: chart('table', by('product')),
  sum: chart('table', []),
};
const control = (part: object) => ({ label: 'F', datasetId: 'sold', ...part });

describe('missing values and empty texts', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let token: string;
  before(async () => {
    let setup: Awaited<ReturnType<typeof startWorld>>['setup'];
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    const admin = contentClient(inlay, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('sold.parquet', await parquetOf(SOLD))).status, 201);
    await data.create('datasets', {
      ...{ id: 'sold', name: 'Sold', connectionId: 'files', source: { kind: 'file', file: 'sold' } },
      measures: [{ name: 'sales', kind: 'count' }],
      segmented: false,
    });
    await data.create('apps', { id: 'sales', title: 'Sales', workspaceId: 'main' });
    await data.create('dashboards', {
      ...{ id: 'all', appId: 'sales', title: 'All', crossFilter: true },
      items: Object.entries(tiles).map(([id, tile], index) => ({
        ...{ id, x: 0, y: index * 4, w: 12, h: 4 },
        chart: tile,
      })),
      filters: [
        control({ id: 'one', kind: 'dropdown', column: 'product' }),
        control({ id: 'many', kind: 'multi-select', column: 'product' }),
        control({ id: 'grade', kind: 'multi-select', column: 'grade' }),
        control({ id: 'path', kind: 'hierarchy', levels: ['product', 'region'] }),
      ],
      drill: [{ id: 'down', label: 'Down', datasetId: 'sold', levels: ['product', 'region'] }],
    });
    const { status, body } = await admin('POST', 'dashboards/all/publish', { ifMatch: '*' });
    assert.equal(status, 200, JSON.stringify(body));
    await data.create('embeds', { id: 'e', title: 'E', target: { kind: 'dashboard', id: 'all' } });
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
  const resultOf = async (tile: keyof typeof tiles, request: TileRequest) =>
    (await ask<TileResponse>(`tiles/${tile}`, request)).result;
  const sales = async (request: TileRequest) => (await resultOf('sum', request)).columns[0]?.values[0];
  const clicked = (column: string, value: CrossFilter['value'], grain?: 'hour') =>
    sales({ cross: [{ datasetId: 'sold', column, value, ...(grain && { grain }) }] });
  const filtered = (filters: NonNullable<TileRequest['filters']>) => sales({ filters });
  const offered = async (filter: string, body: object = {}) =>
    (await ask<FilterValuesResponse>(`filters/${filter}/values`, body)).values;

  it('a click on either filters its own rows, alone and with other values', async () => {
    assert.equal(await clicked('product', null), 13);
    assert.equal(await clicked('product', ''), 24);
    assert.equal(await clicked('product', { in: [null, 'Ale'] }), 18);
    assert.equal(await clicked('product', { in: ['', 'Ale'] }), 29);
    assert.equal(await clicked('product', { notIn: ['Ale'] }), 37);
    assert.equal(await clicked('product', { notIn: ['', 'Ale'] }), 13);
    assert.equal(await clicked('product', { notIn: [null] }), 29);
    assert.equal(await clicked('product', { notIn: [null, ''] }), 5);
    assert.equal(await clicked('grade', null), 2);
    assert.equal(await clicked('grade', { notIn: [null, 0] }), 27);
  });

  it('a click on an hour filters the hour, also those that begin at half past', async () => {
    assert.equal(await clicked('at', '2026-10-25T00:00:00Z', 'hour'), 22);
    assert.equal(await clicked('at', '2026-10-25T01:00:00Z', 'hour'), 20);
    assert.equal(await clicked('at', '2026-10-25T00:30:00Z', 'hour'), 21);
    assert.equal(await clicked('at', { in: ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'] }, 'hour'), 42);
    assert.equal(await clicked('at', { notIn: ['2026-10-25T01:00:00Z'] }, 'hour'), 22);
    const { status } = await call(`${inlay.url}/embed/api/v0/embeds/e/tiles/sum`, {
      token,
      body: { cross: [{ datasetId: 'sold', column: 'at', value: 'now', grain: 'hour' }] },
    });
    assert.equal(status, 400);
  });

  it('a drill-down into either has its own rows', async () => {
    const drilled = async (value: null | '') => {
      const { columns } = await resultOf('products', { drill: { id: 'down', path: [value] } });
      const [, { values: counts = [] } = {}] = columns;
      return counts.reduce<number>((sum, count) => sum + Number(count), 0);
    };
    assert.deepEqual([await drilled(null), await drilled('')], [13, 24]);
  });

  it('filters offer both by name, also to a search, and each selects its own rows', async () => {
    const [none, empty] = [
      { value: null, label: '(none)' },
      { value: '', label: '(empty text)' },
    ];
    assert.deepEqual(await offered('one'), [empty, { value: 'Ale' }, none]);
    assert.deepEqual(await offered('many', { search: '(NO' }), [none]);
    assert.deepEqual(await offered('many', { search: 'EMPTY' }), [empty]);
    assert.deepEqual(await offered('many', { search: 'Al' }), [{ value: 'Ale' }]);
    assert.deepEqual(await offered('path', { path: [''] }), [{ value: 'north' }, none]);
    assert.deepEqual(await offered('grade', { lang: 'de' }), [
      ...[0, 1, 2].map((value) => ({ value })),
      { value: null, label: '(ohne)' },
    ]);
    assert.equal(await filtered({ one: '' }), 24);
    assert.equal(await filtered({ one: [null] }), 13);
    assert.equal(await filtered({ one: null }), 42);
    assert.equal(await filtered({ many: [null, 'Ale'] }), 18);
    assert.equal(await filtered({ many: ['', null] }), 37);
    assert.equal(await filtered({ grade: [null] }), 2);
    assert.equal(await filtered({ path: [null] }), 13);
    assert.equal(await filtered({ path: ['', null] }), 12);
    assert.equal(await filtered({ product: [null] }), 13);
  });

  it('charts, tables and the filter bar call them by different names', async () => {
    const url = `${inlay.url}/embed/api/v0/embeds/e`;
    for (const id of ['products', 'table']) {
      const { body } = await renderTile(url, { id }, { token });
      assert.match(body.html, /\(none\)/);
      assert.match(body.html, /\(empty text\)/);
    }
    const { html } = await openPage(inlay, 'e', {
      token,
      filters: JSON.stringify({ one: '', many: [null, 'Ale'], path: ['', null] }),
    });
    const bar = [...html.matchAll(/inlay-filter-value">([^<]*)</g)].map(([, text]) => text);
    assert.deepEqual(bar, ['(empty text)', '(none), Ale', 'All', '(empty text), (none)']);
  });
});
