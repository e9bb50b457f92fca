import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OpenPageState, PageTile } from '@inlay/content/page-state';
import { builderClient } from '../../../support/builder/builder-world.ts';
import { type ContentClient, contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const SALES = 'region,product,amount\nnorth,Tea,10\nnorth,Coffee,30\nsouth,Tea,700';
const tile = (click: object | undefined, column = 'region') => ({
  title: `By ${column}`,
  kind: 'bar',
  datasetId: 'sales',
  query: { dimensions: [{ column }], measures: ['revenue'] },
  ...(click ? { click } : {}),
});
const open = (dashboard: string, filters?: object) => ({ kind: 'dashboard', dashboard, filters });
const rule = { context: 'groups', operator: 'contains', value: 'board' };
const control = { id: 'where', kind: 'dropdown', label: 'Region', datasetId: 'sales', column: 'region' };
const place = (id: string, index: number) => ({ id, x: 0, y: 4 * index, w: 12, h: 4 });

describe('click actions', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let viewer: string;
  let insider: string;

  const draft = async (path: string, body: object) => {
    const [kind = '', id = ''] = path.split('/');
    const { status, body: made } = await admin('POST', kind, { body: { id, appId: 'shop', ...body } });
    assert.equal(status, 201, JSON.stringify(made));
  };
  const publish = (path: string) => admin('POST', `${path}/publish`, { ifMatch: '*' });
  const make = async (path: string, body: object) => {
    await draft(path, body);
    const { status, body: reply } = await publish(path);
    assert.equal(status, 200, JSON.stringify(reply));
  };

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    admin = contentClient(inlay, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('sales.csv', SALES)).status, 201);
    await data.create('datasets', {
      id: 'sales',
      name: 'Sales',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }],
      segmented: false,
    });
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['sales'] });
    await data.create('apps', { id: 'other', title: 'Other', workspaceId: 'main', datasets: ['sales'] });
    const settings = { allowedLinkHosts: ['crm.example.com'] };
    assert.equal((await admin('PATCH', 'tenant-settings', { body: settings, ifMatch: '*' })).status, 200);
    const detail = (id: string, more: object = {}) => ({
      title: `Details of ${id}`,
      filters: [control],
      items: [{ ...place('chart', 0), chart: tile(undefined, 'product') }],
      ...more,
    });
    await make('dashboards/detail', detail('detail'));
    await make('dashboards/hidden', detail('canary-hidden', { visibility: rule }));
    await make('dashboards/unlinked', detail('unlinked'));
    await draft('dashboards/draft', detail('canary-draft'));
    await make('dashboards/middle', {
      ...detail('middle'),
      items: [{ ...place('chart', 0), chart: tile(open('deep', { where: 'region' })) }],
    }).catch(() => {});
    await make('dashboards/deep', detail('deep'));
    assert.equal((await publish('dashboards/middle')).status, 200);
    await make('tiles/go', tile(open('detail', { where: 'region' })));
    await make('tiles/secret', tile(open('hidden', { where: 'region' })));
    await make('tiles/middle', tile(open('middle')));
    await make('tiles/crm', tile({ kind: 'url', url: 'https://crm.example.com/r/{region}' }));
    await make('tiles/evil', tile({ kind: 'url', url: 'https://evil.example.com/{region}' }));
    await make('tiles/host', tile({ kind: 'host' }));
    const ids = ['go', 'secret', 'middle', 'crm', 'evil', 'host'];
    await make('dashboards/start', {
      title: 'Start',
      items: ids.map((id, index) => ({ ...place(`i-${id}`, index), tile: id })),
    });
    await data.create('embeds', { id: 'e', title: 'E', target: { kind: 'dashboard', id: 'start' } });
    await data.create('embeds', { id: 'plain', title: 'P', target: { kind: 'dashboard', id: 'detail' } });
    await data.create('embeds', { id: 'build', title: 'B', target: { kind: 'builder', id: 'shop' } });
    viewer = await viewerToken(setup, { privileges: { shop: ['view'] } });
    insider = await viewerToken(setup, { privileges: { shop: ['view'] }, groups: ['board'] });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const clicksOf = async (token: string) => {
    const { html, state } = await openPage(inlay, 'e', { token });
    const { tiles } = state as never as OpenPageState;
    return { html, clicks: Object.fromEntries(tiles.map(({ id, click }: PageTile) => [id, click])) };
  };
  const view = (dashboard: string, body: object = {}, { token = viewer, embed = 'e' } = {}) =>
    call<{ html: string; state: OpenPageState }>(
      `${inlay.url}/embed/api/v0/embeds/${embed}/dashboards/${dashboard}/view`,
      { method: 'POST', token, body: { width: 800, ...body } },
    );

  it('a page: has the actions that are possible for the viewer, and describes them', async () => {
    const { html, clicks } = await clicksOf(viewer);
    const filters = [{ id: 'where', column: 'region', kind: 'dropdown' }];
    assert.deepEqual(clicks.go, {
      kind: 'dashboard',
      dashboard: 'detail',
      title: 'Details of detail',
      filters,
    });
    assert.deepEqual(clicks.host, { kind: 'host' });
    assert.deepEqual(clicks.crm, {
      kind: 'url',
      url: 'https://crm.example.com/r/{region}',
      hosts: ['crm.example.com'],
    });
    assert.match(html, /data-tile="go"[\s\S]*?aria-description="Open Details of detail"/);
    assert.match(html, /data-tile="crm"[\s\S]*?aria-description="Open link"/);
  });

  it('a page: has no action that opens a hidden dashboard or a host that is not allowed, and names neither', async () => {
    const { html, clicks } = await clicksOf(viewer);
    assert.equal(clicks.secret, undefined);
    assert.equal(clicks.evil, undefined);
    assert.doesNotMatch(html, /canary|evil\.example|"hidden"/);
    const { body } = await call(`${inlay.url}/embed/api/v0/embeds/e/tiles/secret`, {
      method: 'POST',
      token: viewer,
      body: {},
    });
    assert.doesNotMatch(JSON.stringify(body), /hidden/);
    assert.equal((await clicksOf(insider)).clicks.secret?.kind, 'dashboard');
  });

  it('a linked dashboard: opens with the value as its filter, and has the routes of an embed', async () => {
    const { status, body } = await view('detail', { filters: { where: 'south' } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.match(body.html, /Details of detail/);
    assert.equal(body.state.filterValues.where, 'south');
    const rendered = await call<{ result: { rowCount: number } }>(
      `${inlay.url}/embed/api/v0/embeds/e/dashboards/detail/tiles/chart`,
      { method: 'POST', token: viewer, body: { filters: { where: 'south' } } },
    );
    assert.equal(rendered.body.result.rowCount, 1);
    assert.equal((await view('detail', { filters: { nope: 1 } })).status, 400);
  });

  it('a linked dashboard: opens from one that another click opened', async () => {
    assert.equal((await view('deep')).status, 200);
  });

  it('a dashboard: does not open through an embed whose clicks do not lead to it', async () => {
    for (const id of ['unlinked', 'draft', 'hidden', 'start', 'gone', '..', 'e'])
      assert.equal((await view(id)).status, 404, id);
    for (const id of ['deep', 'detail', 'start'])
      assert.equal((await view(id, {}, { embed: 'plain' })).status, 404, id);
    assert.equal((await view('hidden', {}, { token: insider })).status, 200);
    const path = `${inlay.url}/embed/api/v0/embeds/e/dashboards/hidden`;
    for (const route of ['tiles/chart', 'render', 'values', 'exports', 'filters/where/values']) {
      const asked = { method: 'POST', token: viewer, body: { tiles: [], mode: 'light', format: 'pdf' } };
      const { status } = await call(`${path}/${route}`, asked);
      assert.ok(status === 404 || status === 400, `${route}: ${status}`);
    }
    assert.equal(
      (await call(`${path}/tiles/chart`, { method: 'POST', token: viewer, body: {} })).status,
      404,
    );
    const elsewhere = await viewerToken(setup, { privileges: { other: ['view'] } });
    assert.equal((await view('detail', {}, { token: elsewhere })).status, 403);
  });

  it('a contributor: opens no hidden dashboard and sends no URL elsewhere through a chart of their own', async () => {
    const token = await viewerToken(setup, { username: 'bea', privileges: { shop: ['contribute'] } });
    const builder = builderClient(inlay, token, 'build');
    const charts = [
      open('hidden', { where: 'region' }),
      { kind: 'url', url: 'https://evil.example.com/{region}' },
    ];
    const items = charts.map((click, index) => ({ ...place(`c${index}`, index), chart: tile(click) }));
    const made = await builder('POST', 'dashboards', { body: { content: { title: 'Mine', items } } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body.dashboard;
    const shown = await builder<{ state: OpenPageState }>('POST', `dashboards/${id}/view`, {
      body: { width: 800 },
    });
    assert.equal(shown.status, 200);
    assert.deepEqual(
      shown.body.state.tiles.map(({ click }) => click),
      [undefined, undefined],
    );
    assert.equal((await builder('GET', 'dashboards/hidden')).status, 404);
    assert.equal((await view('hidden', {}, { token, embed: 'build' })).status, 404);
  });

  it('are checked: columns when saving, dashboards and filters when publishing', async () => {
    const save = (click: object) => admin('POST', 'tiles', { body: { appId: 'shop', ...tile(click) } });
    for (const click of [
      { kind: 'url', url: 'https://crm.example.com/{amount}' },
      { kind: 'url', url: 'javascript:alert(1)' },
      { kind: 'url', url: 'http://crm.example.com/' },
      open('detail', { where: 'product' }),
    ])
      assert.equal((await save(click)).status, 400, JSON.stringify(click));
    for (const [id, click] of [
      ['no-dashboard', open('nowhere')],
      ['no-filter', open('detail', { nope: 'region' })],
    ] as const) {
      await draft(`tiles/${id}`, tile(click));
      const { status, body } = await publish(`tiles/${id}`);
      assert.equal(status, 409, id);
      assert.match(JSON.stringify(body), /\/click\/(dashboard|filters) refers to a (dashboard|filter) that/);
    }
  });

  it('a dashboard that a click opens: cannot be deleted, unless only it opens itself', async () => {
    const refused = await admin('DELETE', 'dashboards/detail', { ifMatch: '*' });
    assert.equal(refused.status, 409);
    assert.match(JSON.stringify(refused.body), /tile “By region”/);
    assert.match(JSON.stringify(refused.body), /"kind":"tile","id":"go"/);
    const items = [{ ...place('chart', 0), chart: tile(open('loop', { where: 'region' })) }];
    await make('dashboards/loop', { title: 'Loop', filters: [control], items });
    assert.equal((await admin('DELETE', 'dashboards/loop', { ifMatch: '*' })).status, 204);
  });

  it('two dashboards: can open each other', async () => {
    const both = (id: string, to: string) =>
      draft(`dashboards/${id}`, {
        title: id,
        filters: [control],
        items: [{ ...place('chart', 0), chart: tile(open(to, { where: 'region' })) }],
      });
    await both('one', 'two');
    await both('two', 'one');
    for (const id of ['one', 'two']) assert.equal((await publish(`dashboards/${id}`)).status, 200);
  });
});
