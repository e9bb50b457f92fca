import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TileResponse } from '@inlay/content/embed-api';
import { pointIn, rowsIn } from '../../../support/embeds/drawn-marks.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { type ApiCall, call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

describe('embed API', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embeds', sqliteStore));
    token = await viewerToken(setup);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const ask = <T = Record<string, unknown>>(path: string, body?: unknown, options: ApiCall = {}) =>
    call<T>(`${inlay.url}/embed/api/v0/embeds/${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
      ...options,
    });
  const column = ({ result }: TileResponse, index = 0) => result.columns[index]?.values;

  it("returns only the viewer's rows for a tile, with any filters", async () => {
    const { status, body } = await ask<TileResponse>('e-tile/tiles/revenue', {});
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(column(body), ['Coffee', 'Tea']);
    const tea = await ask<TileResponse>('e-tile/tiles/revenue', { filters: { product: ['Tea', 'Cocoa'] } });
    assert.deepEqual(column(tea.body, 1), [10]);
    const fresh = await ask<TileResponse>('e-tile/tiles/revenue', { fresh: true });
    assert.deepEqual(fresh.body.result, body.result);
  });

  it('refuses filters on a column that the embed does not show, since results could reveal its values', async () => {
    const { status, body } = await ask('e-tile/tiles/revenue', { filters: { customer: 'Birch' } });
    assert.equal(status, 400);
    assert.match(String(body.message), /customer is not a filter of this embed/);
    const click = { datasetId: 'sales', column: 'customer', value: 'Birch' };
    assert.equal((await ask('e-tile/tiles/revenue', { cross: [click] })).status, 400);
  });

  it('refuses more filter values in one request than a database should get', async () => {
    const values = Array.from({ length: 1000 }, (_, index) => `Tea ${index}`);
    const names = Array.from({ length: 6 }, (_, index) => `filter${index}`);
    const filters = Object.fromEntries(names.map((name) => [name, values]));
    const cross = names.map(() => ({ datasetId: 'sales', column: 'product', value: { in: values } }));
    for (const [path, chosen] of Object.entries({ '/filters': { filters }, '/cross': { cross } })) {
      const { status, body } = await ask('e-dashboard/tiles/revenue', chosen);
      assert.equal(status, 400);
      assert.equal(
        body.message,
        `${path} has 6000 values in total, and the maximum is 5000. Filter by fewer.`,
      );
    }
    const click = { datasetId: 'sales', column: 'product', value: { in: values } };
    assert.equal((await ask('e-dashboard/tiles/revenue', { cross: [click] })).status, 200);
  });

  it('applies cross-filters', async () => {
    const click = { datasetId: 'sales', column: 'product', value: 'Tea' };
    const { body } = await ask<TileResponse>('e-dashboard/tiles/revenue', { cross: [click] });
    assert.deepEqual(column(body), ['Tea']);
  });

  it('serves only tiles that the viewer sees in this embed', async () => {
    for (const path of [
      'e-dashboard/tiles/insiders',
      'e-tile/tiles/customers',
      'e-tile/tiles/draft',
      'unknown/tiles/revenue',
      'e-over/tiles/revenue',
    ])
      assert.equal((await ask(path, {})).status, 404, path);
    assert.equal((await ask('e-hidden/tiles/insiders', {})).status, 403);
  });

  it('refuses a viewer of another workspace and a missing token', async () => {
    const other = await viewerToken(setup, { workspace_id: 'other' });
    const response = await ask('e-tile/tiles/revenue', {}, { token: other });
    assert.equal(response.status, 403);
    assert.equal((await ask('e-tile/tiles/revenue', {}, { token: undefined })).status, 401);
  });

  const render = (embed: string, wanted: Parameters<typeof renderTile>[1], options: ApiCall = {}) =>
    renderTile(`${inlay.url}/embed/api/v0/embeds/${embed}`, wanted, { token, ...options });

  it("renders a tile like the page, with the viewer's rows", async () => {
    const { status, body } = await render('e-tile', { id: 'revenue' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.match(body.html, /^<svg[^>]* class="inlay-chart"/);
    assert.match(body.html, /<table class="inlay-data">/);
    assert.match(body.html, /Coffee/);
    assert.doesNotMatch(body.html, /Cocoa/);
    const tea = await render('e-tile', { id: 'revenue', filters: { product: 'Tea' } });
    assert.doesNotMatch(tea.body.html, /Coffee/);
    const wide = await render('e-tile', { id: 'revenue', width: 900 });
    assert.match(wide.body.html, /viewBox="0 0 900 280"/);
    const french = await render('e-tile', { id: 'revenue', lang: 'fr' });
    assert.notEqual(french.body.html, body.html);
  });

  it('sends rendered tiles compressed to clients that accept it', async () => {
    const response = await fetch(`${inlay.url}/embed/api/v0/embeds/e-tile/render`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-encoding': 'gzip',
      },
      body: JSON.stringify({ tiles: [{ id: 'revenue', width: 640, height: 280 }], mode: 'light' }),
    });
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    assert.match(response.headers.get('content-type') ?? '', /^application\/x-ndjson/);
    assert.match(await response.text(), /<svg/);
  });

  it('a rendered tile contains the rows behind its marks, and none of another viewer', async () => {
    const { body } = await render('e-tile', { id: 'revenue' });
    const point = pointIn(body.html, 'Tea');
    assert.deepEqual(point?.dimension, { name: 'product', label: 'Product' });
    assert.equal(point?.values.product, 'Tea');
    assert.doesNotMatch(body.html, /Cocoa/);
    const { columns } = (await ask<TileResponse>('e-tile/tiles/revenue', {})).body.result;
    assert.deepEqual(
      rowsIn(body.html).columns.map(({ name, values }) => [name, values]),
      columns.map(({ name, values }) => [name, values]),
    );
  });

  it('renders only tiles whose data it would return', async () => {
    for (const [embed, id, expected] of [
      ['e-dashboard', 'insiders', 404],
      ['e-tile', 'draft', 404],
      ['e-hidden', 'insiders', 403],
    ] as const) {
      assert.equal((await render(embed, { id })).status, expected, embed);
    }
    const other = await viewerToken(setup, { workspace_id: 'other' });
    assert.equal((await render('e-tile', { id: 'revenue' }, { token: other })).status, 403);
    const click = { datasetId: 'sales', column: 'customer', value: 'Birch' };
    assert.equal((await render('e-tile', { id: 'revenue', cross: [click] })).status, 400);
  });

  it('escapes everything that a caller sends in rendered tiles', async () => {
    const evil = '"><script>alert(1)</script>';
    const { status, body } = await render('e-dashboard', {
      id: 'revenue',
      item: evil,
      categories: [evil],
      table: { sort: { by: evil, direction: 'asc' } },
      lang: evil.slice(0, 30),
    });
    assert.equal(status, 200);
    assert.doesNotMatch(body.html, /<script/);
    for (const wrong of [
      { width: 0 },
      { width: 1e9 },
      { mode: evil as 'light' },
      { height: '3' as unknown as number },
      { table: { page: 0 } },
    ])
      assert.equal((await render('e-tile', { id: 'revenue', ...wrong })).status, 400);
  });

  it('describes the visible part of a dashboard, without rules and queries', async () => {
    const { body } = await ask('e-dashboard');
    const text = JSON.stringify(body);
    assert.equal(body.kind, 'dashboard');
    assert.doesNotMatch(text, /insiders|visibility|"query"/);
    assert.match(text, /"revenue"/);
  });

  it('lists only filter values with rows for the viewer', async () => {
    const { body } = await ask('e-dashboard/filters/product/values', {});
    assert.deepEqual(body, { values: [{ value: 'Coffee' }, { value: 'Tea' }], truncated: false });
    const found = await ask('e-dashboard/filters/product/values', { search: 'Te' });
    assert.deepEqual(found.body.values, [{ value: 'Tea' }]);
    assert.equal((await ask('e-dashboard/filters/unknown/values', {})).status, 404);
  });

  it('updates the values in texts', async () => {
    const { body } = await ask('e-dashboard/values', { filters: { product: 'Tea' } });
    assert.deepEqual(body, { values: { 't.1:sum|number': '10' } });
    const german = await ask('e-story/values', { lang: 'de' });
    assert.deepEqual(german.body, { values: { 'one:sum|number': '40' } });
  });

  it('exports a table without formula injection', async () => {
    const { status, headers, body } = await ask<string>('e-table/tiles/customers/export.csv');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(headers['content-disposition']), /^attachment; filename="Customers b first b\.csv"/);
    assert.match(body, /\r\n'=cmd\|calc,30\r\n/);
    assert.match(body, /^Customer,revenue\r\n/);
  });

  it('exports an image and the data with the given filters', async () => {
    const filters = encodeURIComponent(JSON.stringify({ product: 'Tea' }));
    const svg = await ask<string>(`e-tile/tiles/revenue/export.svg?filters=${filters}`);
    assert.match(String(svg.body), /^<svg xmlns=/);
    assert.doesNotMatch(String(svg.body), /Coffee|var\(--/);
    const json = await ask<{ rowCount: number }>(`e-tile/tiles/revenue/export.json?filters=${filters}`);
    assert.equal(json.body.rowCount, 1);
    assert.equal((await ask(`e-tile/tiles/revenue/export.csv?filters=[]`)).status, 400);
  });

  it('reports that a database is down without details', async () => {
    const { status, body } = await ask('e-broken/tiles/broken', {});
    assert.equal(status, 502);
    assert.doesNotMatch(JSON.stringify(body), /canary|warehouse\.invalid/);
  });

  it('tells pages of other origins only whether an SDK token is valid', async () => {
    const ask = async (sent: string, origin = 'https://app.example.com') => {
      const response = await fetch(`${inlay.url}/scripts/sdk-session`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ token: sent }),
      });
      assert.equal(response.headers.get('access-control-allow-origin'), origin);
      assert.equal(response.headers.get('access-control-allow-credentials'), null);
      return { status: response.status, body: (await response.json()) as object };
    };
    const sdkToken = await viewerToken(setup, { roles: ['ADMIN'] });
    const { status, body } = await ask(sdkToken);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['expiresIn']);
    for (const other of [token, setup.adminToken, 'invented']) assert.equal((await ask(other)).status, 401);
    const settings = (allowedOrigins: readonly string[]) =>
      call(`${inlay.url}/api/v0/embed-settings`, {
        method: 'PATCH',
        token: setup.adminToken,
        body: { allowedOrigins },
      });
    await settings(['https://app.example.com']);
    const refused = await ask(sdkToken, 'https://evil.example');
    await settings([]);
    assert.equal(refused.status, 403);
  });

  it('returns the remaining lifetime of a token', async () => {
    const { body } = await call<{ expiresIn: number }>(`${inlay.url}/embed/api/v0/session`, { token });
    assert.ok(body.expiresIn > 0 && body.expiresIn <= 300);
  });
});
