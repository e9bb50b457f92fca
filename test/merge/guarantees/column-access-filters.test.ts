import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { builderClient } from '../../support/builder/builder-world.ts';
import { type ContentClient, contentClient } from '../../support/content/content-client.ts';
import { type DataClient, dataClient, type Refusal } from '../../support/data/data-client.ts';
import { CONTEXT, type EmbedSetup } from '../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

const STAFF = [
  'region,city,person,iban,desk',
  'north,Kiel,Ann Secretary,DE00123456780001,desk',
  'north,Bremen,Bob Secretary,DE00123456780002,desk',
  'south,Ulm,Cyd Secretary,DE00123456780003,desk',
].join('\n');
const SECRETS = /Secretary|DE0012345678/;

const officers = { context: 'groups', operator: 'contains', value: 'hr' };
const staff = {
  id: 'staff',
  name: 'Staff',
  connectionId: 'files',
  source: { kind: 'file', file: 'staff' },
  columns: [
    { name: 'region', type: 'string' },
    { name: 'city', type: 'string' },
    { name: 'person', type: 'string', access: [{ when: officers, show: 'value' }, { show: 'hash' }] },
    { name: 'iban', type: 'string', access: [{ when: officers, show: 'value' }] },
    { name: 'desk', type: 'string' },
  ],
  measures: [{ name: 'people', kind: 'count' }],
  segmented: false,
};

const tile = (column: string) => ({
  title: 'Staff',
  kind: 'table',
  datasetId: 'staff',
  query: { dimensions: [{ column }], measures: ['people'] },
});
const control = { label: 'F', datasetId: 'staff' };
const place = {
  ...control,
  id: 'place',
  kind: 'hierarchy',
  levels: ['region', 'city', 'person', 'iban', 'desk'],
};
const dashboard = {
  title: 'Board',
  items: [{ id: 'own', x: 0, y: 0, w: 12, h: 4, chart: tile('region') }],
  filters: [
    place,
    { ...control, id: 'who', kind: 'hierarchy', levels: ['person', 'region'] },
    { ...control, id: 'wired', kind: 'dropdown', column: 'person', tiles: ['own'], default: 'Ann Secretary' },
  ],
  drill: [
    { id: 'geo', label: 'Geo', datasetId: 'staff', levels: ['region', 'city', 'iban'] },
    { id: 'people', label: 'People', datasetId: 'staff', levels: ['region', 'person'] },
  ],
};

interface State {
  readonly filters: readonly { readonly id: string; readonly levels?: readonly string[] }[];
  readonly tiles: readonly { readonly id: string; readonly click?: object }[];
  readonly drill: readonly { readonly id: string; readonly levels: readonly string[] }[];
}

describe('filters and drill-downs on restricted columns', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let data: DataClient;
  let admin: ContentClient;
  let viewer: string;
  let officer: string;
  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    data = dataClient(inlay.url, setup.adminToken);
    admin = contentClient(inlay, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('staff.csv', STAFF)).status, 201);
    await data.create('datasets', staff);
    await data.create('apps', { id: 'sales', title: 'HR', workspaceId: 'main', datasets: ['staff'] });
    await data.create('dashboards', { id: 'board', appId: 'sales', ...dashboard });
    assert.equal((await admin('POST', 'dashboards/board/publish', { ifMatch: '*' })).status, 200);
    await data.create('embeds', {
      id: 'e-board',
      title: 'Board',
      target: { kind: 'dashboard', id: 'board' },
    });
    await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'sales' } });
    viewer = await viewerToken(setup, { privileges: { sales: ['contribute'] } });
    officer = await viewerToken(setup, { privileges: { sales: ['contribute'] }, groups: ['hr'] });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const ask = (path: string, body: unknown, as = viewer) =>
    call<Refusal & Record<string, unknown>>(`${inlay.url}/embed/api/v0/embeds/${path}`, { token: as, body });
  const statusOf = async (route: string, body: object, token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${inlay.url}/embed/api/v0/embeds/e-board/${route}`;
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const stateOf = (html: string): State =>
    JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');

  it('offers hierarchies up to the first level that the viewer may not filter by', async () => {
    const page = await openPage(inlay, 'e-board', { token: viewer });
    const { filters, drill } = stateOf(page.html);
    assert.deepEqual(
      filters.map(({ id, levels }) => [id, levels]),
      [['place', ['region', 'city']]],
    );
    assert.deepEqual(
      drill.map(({ id, levels }) => [id, levels]),
      [['geo', ['region', 'city']]],
    );
    assert.doesNotMatch(page.html, SECRETS);
    assert.doesNotMatch(page.html, /iban/);
    const full = stateOf((await openPage(inlay, 'e-board', { token: officer })).html);
    assert.deepEqual(full.filters[0]?.levels, place.levels);
    assert.deepEqual(full.drill, dashboard.drill);
  });

  it('lists the values of the levels that are left, and of no other', async () => {
    const values = (path: readonly string[], as?: string) =>
      ask('e-board/filters/place/values', { path }, as);
    assert.deepEqual((await values([])).body.values, [{ value: 'north' }, { value: 'south' }]);
    assert.deepEqual((await values(['north'])).body.values, [{ value: 'Bremen' }, { value: 'Kiel' }]);
    for (const path of [
      ['north', 'Kiel'],
      ['north', 'Kiel', 'Ann Secretary'],
    ]) {
      const { status, body } = await values(path);
      assert.equal(status, 400);
      assert.equal(body.details?.[0]?.path, '/path');
    }
    assert.deepEqual((await values(['north', 'Kiel'], officer)).body.values, [{ value: 'Ann Secretary' }]);
    for (const id of ['who', 'wired'])
      assert.equal((await ask(`e-board/filters/${id}/values`, {})).status, 404, id);
  });

  it('refuses values on the other levels, in tiles, pages, exports and states', async () => {
    const filters = { place: ['north', 'Kiel', 'Ann Secretary'] };
    const tileOf = (chosen: object, as?: string) => ask('e-board/tiles/own', { filters: chosen }, as);
    const { status, body } = await tileOf(filters);
    assert.equal(status, 400);
    assert.deepEqual(body.details, [
      { path: '/filters/place', problem: 'must be a list of at most 2 values, one per level' },
    ]);
    for (const [route, sent] of [
      ['state', {}],
      ['render', { mode: 'light', tiles: [{ id: 'own', width: 300, height: 200 }] }],
      ['exports', { format: 'pdf' }],
      ['exports', { format: 'xlsx' }],
    ] as const) {
      assert.equal(await statusOf(route, { ...sent, filters }, viewer), 400, route);
      assert.equal(await statusOf(route, { ...sent, filters }, officer), 200, route);
    }
    const page = await openPage(inlay, 'e-board', { token: viewer, filters: JSON.stringify(filters) });
    assert.equal(page.status, 400);
    assert.doesNotMatch(page.html, SECRETS);
    const view = await ask('e-board/views', { name: 'Mine', state: { filters } });
    assert.equal(view.status, 400);
    assert.equal((await tileOf({ place: { from: 'north' } })).status, 400);
    assert.equal((await tileOf({ place: ['north', 'Kiel'] })).status, 200);
    assert.equal((await tileOf(filters, officer)).status, 200);
    for (const drill of [
      { id: 'geo', path: ['north', 'Kiel', 'DE00123456780001'] },
      { id: 'people', path: ['north'] },
    ]) {
      assert.equal((await ask('e-board/tiles/own', { drill })).status, 400, drill.id);
      assert.equal((await ask('e-board/state', { drill: { own: drill } })).status, 400, drill.id);
    }
  });

  it('leaves out of a saved view what the viewer may no longer filter by', async () => {
    const state = { filters: { place: ['north', 'Kiel', 'Ann Secretary'] } };
    const saved = await ask('e-board/views', { name: 'Ann', state, isDefault: true }, officer);
    assert.equal(saved.status, 201, JSON.stringify(saved.body));
    const { body } = await call<{ data: readonly { state: object; isIncomplete: boolean }[] }>(
      `${inlay.url}/embed/api/v0/embeds/e-board/views`,
      { token: viewer },
    );
    assert.deepEqual(
      body.data.map((each) => [each.state, each.isIncomplete]),
      [[{ filters: {} }, true]],
    );
    const page = await openPage(inlay, 'e-board', { token: viewer });
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.html, SECRETS);
    assert.match((await openPage(inlay, 'e-board', { token: officer })).html, SECRETS);
  });

  it('lets no click fill a filter that the viewer does not have', async () => {
    const click = (filter: string) => ({
      kind: 'dashboard',
      dashboard: 'board',
      filters: { [filter]: 'region' },
    });
    const items = ['wired', 'who', 'place'].map((filter, index) => ({
      ...{ id: filter, x: 0, y: 4 * index, w: 12, h: 4 },
      chart: { ...tile('region'), click: click(filter) },
    }));
    await data.create('dashboards', { id: 'start', appId: 'sales', title: 'Start', items });
    assert.equal((await admin('POST', 'dashboards/start/publish', { ifMatch: '*' })).status, 200);
    await data.create('embeds', {
      id: 'e-start',
      title: 'Start',
      target: { kind: 'dashboard', id: 'start' },
    });
    const clicksOf = async (token: string) => {
      const { tiles } = stateOf((await openPage(inlay, 'e-start', { token })).html);
      return tiles.flatMap(({ id, click: found }) => (found ? [id] : []));
    };
    assert.deepEqual(await clicksOf(viewer), ['place']);
    assert.deepEqual(await clicksOf(officer), ['wired', 'who', 'place']);
    const linked = (filters: object, as?: string) =>
      ask('e-start/dashboards/board/tiles/own', { filters }, as);
    for (const filters of [
      { wired: 'Ann Secretary' },
      { who: ['Ann Secretary'] },
      { place: ['north', 'Kiel', 'Ann Secretary'] },
    ]) {
      assert.equal((await linked(filters)).status, 400, JSON.stringify(filters));
      assert.equal((await linked(filters, officer)).status, 200, JSON.stringify(filters));
    }
    assert.equal((await linked({ place: ['north'] })).status, 200);
  });

  it('explains to administrators by which levels a viewer filters', async () => {
    type Explained = { parts: { data: { filters: { filter: string; column: string | null }[] } | null }[] };
    const { body } = await data.ask<Explained>('embeds/e-board/explain', {
      body: { context: { ...CONTEXT, secrets: undefined } },
    });
    const found = body.parts.flatMap((part) => part.data?.filters ?? []);
    assert.deepEqual(
      found.map(({ filter, column }) => [filter, column]),
      [
        ['place', 'region, city'],
        ['who', null],
        ['wired', null],
      ],
    );
  });

  it('keeps the hidden levels when somebody saves the dashboard in the builder', async () => {
    const builder = builderClient(inlay, viewer, 'build');
    const opened = await builder<{ dashboard: { revision: number }; content: typeof dashboard }>(
      'GET',
      'dashboards/board',
    );
    assert.equal(opened.status, 200);
    assert.doesNotMatch(JSON.stringify(opened.body), SECRETS);
    const { content } = opened.body;
    const saved = await builder('PUT', 'dashboards/board', {
      body: { ...content, title: 'Renamed' },
      ifMatch: '*',
    });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    const { body } = await admin('GET', 'dashboards/board');
    assert.deepEqual([body.filters, body.drill], [dashboard.filters, dashboard.drill]);
  });

  it('previews an unsaved chart within the filters that its author can use', async () => {
    const builder = builderClient(inlay, viewer, 'build');
    const preview = (filters: object) =>
      builder<{ result: { columns: { values: unknown[] }[] } }>('POST', 'preview', {
        body: { chart: tile('city'), within: { item: 'own', controls: dashboard.filters, filters } },
      });
    const { status, body } = await preview({ place: ['north', 'Kiel'] });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.result.columns[0]?.values, ['Kiel']);
    for (const filters of [
      { place: ['north', 'Kiel', 'Ann Secretary'] },
      { who: ['Ann Secretary'] },
      { wired: 'Ann Secretary' },
    ])
      assert.equal((await preview(filters)).status, 400, JSON.stringify(filters));
  });
});
