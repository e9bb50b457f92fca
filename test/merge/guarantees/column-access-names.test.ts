import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { builderClient } from '../../support/builder/builder-world.ts';
import { type ContentClient, contentClient, userClient } from '../../support/content/content-client.ts';
import { type DataClient, dataClient } from '../../support/data/data-client.ts';
import { CONTEXT, type EmbedSetup } from '../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

const STAFF = ['region,city,canary,branch,day', 'north,Kiel,7,1,2026-01-05', 'south,Ulm,8,2,2026-02-05'].join(
  '\n',
);
const BRANCHES = ['canary_key,town', '1,Kiel', '1,Bremen', '2,Ulm'].join('\n');

const officers = [{ when: { context: 'groups', operator: 'contains', value: 'hr' }, show: 'value' }];
const branches = {
  id: 'branches',
  columns: [
    { name: 'canary_key', type: 'integer', hidden: true },
    { name: 'town', type: 'string' },
  ],
};
const staff = {
  id: 'staff',
  columns: [
    { name: 'region', type: 'string' },
    { name: 'city', type: 'string' },
    { name: 'canary', label: 'Canary label', type: 'integer', access: officers },
    { name: 'branch', type: 'integer' },
    { name: 'day', type: 'date' },
  ],
  measures: [
    { name: 'people', kind: 'count' },
    { name: 'days', kind: 'distinct', column: 'day' },
    { name: 'canaries', kind: 'sum', column: 'canary' },
  ],
};
/** The key of the branches is hidden, and repeats. */
const keyed = {
  ...staff,
  id: 'keyed',
  relationships: [
    {
      name: 'branch',
      dataset: 'branches',
      kind: 'many-to-one',
      columns: [{ own: 'branch', other: 'canary_key' }],
    },
  ],
};

const byRegion = { dimensions: [{ column: 'region' }], measures: ['people'] };
const byTown = { dimensions: [{ column: 'branch.town' }], measures: ['people'] };
const tile = (query: object = byRegion, more: object = {}) => ({
  title: 'Staff',
  kind: 'table',
  datasetId: 'staff',
  query,
  ...more,
});
const rows = {
  drillThrough: { columns: ['city', 'canary'] },
  choices: { measures: ['people', 'days', 'canaries'] },
};
const denied = tile(
  {
    dimensions: [{ column: 'canary' }],
    measures: ['canaries'],
    sort: [{ by: 'canaries', direction: 'asc' }],
  },
  {
    title: 'Sum {{ canaries }}',
    description: 'Of {{ canary.first }}',
    options: { formats: { canaries: { kind: 'number' } } },
    click: { kind: 'url', url: 'https://example.com/{canary}' },
    drillThrough: { columns: ['canary'] },
  },
);
const control = { label: 'F', datasetId: 'staff' };
const at = (y: number) => ({ x: 0, y: 4 * y, w: 12, h: 4 });
const board = {
  title: 'Board',
  items: [
    { id: 'rows', ...at(0), chart: tile(byRegion, rows) },
    { id: 'closed', ...at(1), chart: denied },
    { id: 'named', ...at(2), tile: 'denied', title: 'As {{ canaries }}' },
  ],
  filters: [
    { ...control, id: 'first', kind: 'dropdown', column: 'canary', tiles: ['rows'] },
    {
      ...control,
      id: 'place',
      kind: 'hierarchy',
      levels: ['region', 'city', 'canary'],
      dependsOn: ['first'],
    },
    { ...control, id: 'deep', kind: 'hierarchy', levels: ['region', 'canary'] },
    { ...control, id: 'where', kind: 'dropdown', column: 'region' },
  ],
  drill: [
    { id: 'geo', label: 'Geo', datasetId: 'staff', levels: ['region', 'city', 'canary'] },
    { id: 'gone', label: 'Gone', datasetId: 'staff', levels: ['region', 'canary'] },
  ],
};
const northOnly = { column: 'region', values: ['north'] };
const story = {
  title: 'Story',
  steps: [
    {
      id: 's1',
      title: 'One',
      tiles: ['denied'],
      narrative: 'It is {{ sum }}',
      values: { sum: { tile: 'denied', column: 'canaries' } },
    },
    { id: 's2', title: 'Two', tiles: ['plain'] },
    {
      id: 's3',
      title: 'Three',
      tiles: ['plain'],
      chart: { filters: [{ column: 'canary', operator: 'greater', value: 7 }], zoom: northOnly },
    },
    { id: 's4', title: 'Four', tiles: ['denied'], chart: { highlight: [{ column: 'canary', values: [7] }] } },
  ],
  filters: [
    { ...control, id: 'first', kind: 'dropdown', column: 'canary', tiles: ['plain'] },
    { ...control, id: 'where', kind: 'dropdown', column: 'region' },
  ],
};
const text = {
  title: 'Texts',
  items: [
    { id: 'closed', ...at(0), chart: denied },
    {
      id: 'text',
      ...at(1),
      text: 'It is {{ sum }}',
      values: { sum: { tile: 'closed', column: 'canaries' } },
    },
  ],
};

describe('names of denied fields', () => {
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
    for (const [id, csv] of Object.entries({ staff: STAFF, branches: BRANCHES }))
      assert.equal((await data.upload(`${id}.csv`, csv)).status, 201);
    for (const dataset of [branches, staff, keyed])
      await data.create('datasets', {
        name: dataset.id,
        connectionId: 'files',
        source: { kind: 'file', file: dataset === branches ? 'branches' : 'staff' },
        segmented: false,
        ...dataset,
      });
    await data.create('apps', {
      id: 'sales',
      title: 'HR',
      workspaceId: 'main',
      datasets: ['staff', 'keyed', 'branches'],
    });
    for (const [kind, id, body] of [
      ['tile', 'plain', tile(byRegion, rows)],
      ['tile', 'denied', denied],
      ['tile', 'repeated', { ...tile(byTown), datasetId: 'keyed' }],
      ['dashboard', 'board', board],
      ['dashboard', 'text', text],
      ['story', 'story', story],
    ] as const) {
      const path = kind === 'story' ? 'stories' : `${kind}s`;
      await data.create(path, { id, appId: 'sales', ...body });
      assert.equal((await admin('POST', `${path}/${id}/publish`, { ifMatch: '*' })).status, 200);
      await data.create('embeds', { id: `e-${id}`, title: id, target: { kind, id } });
    }
    await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'sales' } });
    const privileges = { sales: ['contribute'] };
    viewer = await viewerToken(setup, { privileges });
    officer = await viewerToken(setup, { privileges, groups: ['hr'] });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  /** The text of a response of the embed API. */
  const send = async (path: string, body: unknown, token: string): Promise<string> => {
    const { status, body: found } = await call(`${inlay.url}/embed/api/v0/embeds/${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    return JSON.stringify([status, found]);
  };
  const refuse = (name: string, found: string) => assert.doesNotMatch(found, /canar/i, name);

  const box = { width: 300, height: 200 };
  const drawn = { mode: 'light', tiles: ['rows', 'closed', 'denied'].map((id) => ({ id, ...box })) };
  /** Requests whose response names a denied field to those who may use it. */
  const TELLING = {
    'the data of a tile': ['e-plain/tiles/plain', {}],
    'the data of a chart': ['e-board/tiles/rows', {}],
    'rendered tiles': ['e-board/render', drawn],
    'rows behind a mark': ['e-plain/tiles/plain/rows', {}],
    'the filters of an embed': ['e-board/tiles/rows', { filters: { nothing: 1 } }],
    'the description of an embed': ['e-board', undefined],
    'the builder': ['build/builder', undefined],
    'a dashboard in the builder': ['build/builder/dashboards/board', undefined],
    'a page of the builder': ['build/builder/dashboards/board/view', { width: 800 }],
  } as const;

  it('are in no response of the embed and builder API, which tell them to those with access', async () => {
    for (const [name, [path, body]] of Object.entries(TELLING)) {
      refuse(name, await send(path, body, viewer));
      assert.match(await send(path, body, officer), /canar/i, name);
    }
    for (const [path, body] of [
      ['e-denied/tiles/denied', {}],
      ['e-repeated/tiles/repeated', {}],
      ['e-denied/tiles/denied/rows', {}],
      ['e-story', undefined],
      ['e-story/tiles/s3:plain', {}],
      ['e-story/tiles/s4:denied', {}],
      ['e-story/values', {}],
      ['e-board/values', {}],
      ['e-board/filters/first/values', {}],
      ['e-board/filters/deep/values', { path: ['north'] }],
      ['e-board/filters/place/values', { path: ['north', 'Kiel'] }],
      ['e-board/state', { filters: { nothing: 1 } }],
      ['e-plain/tiles/plain', { cross: [{ datasetId: 'staff', column: 'nothing', value: 1 }] }],
      ['e-plain/tiles/plain/rows', { sort: { by: 'nothing', direction: 'asc' } }],
      ['e-board/exports', { format: 'csv', tile: 'rows', filters: { nothing: 1 } }],
      ['e-repeated/render', { ...drawn, tiles: [{ id: 'repeated', ...box }] }],
      ['build/builder/preview', { chart: { ...tile(), query: { dimensions: [], measures: [] } } }],
      ['build/builder/preview', { chart: { ...tile(byTown), datasetId: 'keyed' } }],
      ['build/builder/preview/values', { datasetId: 'keyed', column: 'region' }],
      ['build/builder/dashboards', undefined],
      ['build/builder/dashboards/text', undefined],
    ] as const)
      refuse(path, await send(path, body, viewer));
  });

  it('decide nothing in the chart of a step: it is refused, and drawn for those with access', async () => {
    const chart = 'e-story/tiles/s3:plain';
    assert.match(await send(chart, {}, viewer), /^\[403,/);
    const found = await send(chart, {}, officer);
    assert.match(found, /^\[200,.*"south"/);
    assert.doesNotMatch(found, /"north"/, 'neither rows that are filtered out nor what the step points out');
  });

  it('are in the error of a repeated key only for administrators', async () => {
    const { status, body } = await data.query('keyed', byTown, { ...CONTEXT, secrets: undefined });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /canary_key/);
    const found = await send('e-repeated/tiles/repeated', {}, viewer);
    assert.match(found, /^\[400,.*counted several times/);
    refuse('a repeated key', found);
  });

  it('are on no page, of a tile, a story, a dashboard or a builder', async () => {
    for (const id of ['plain', 'denied', 'board', 'story', 'text', 'repeated'])
      refuse(id, (await openPage(inlay, `e-${id}`, { token: viewer })).html);
    for (const id of ['text', 'story'])
      assert.match((await openPage(inlay, `e-${id}`, { token: viewer })).html, /It is (?:<[^>]+>)*–/, id);
    refuse('build', (await openPage(inlay, 'build', { token: viewer })).html);
    for (const id of ['denied', 'board', 'story'])
      assert.match((await openPage(inlay, `e-${id}`, { token: officer })).html, /canar/i, id);
    const { html } = await openPage(inlay, 'e-board', {
      token: viewer,
      filters: JSON.stringify({ nothing: 1 }),
    });
    refuse('a filter that the embed does not have', html);
  });

  it('cannot be told from names that do not exist, as choices, filters and states', async () => {
    const same = async (path: string, body: (name: string) => object) => {
      const sent = (name: string) => send(path, body(name), viewer);
      const canary = (await sent('canaries')).replaceAll('canaries', 'nothing');
      assert.equal(canary, await sent('nothing'), path);
    };
    await same('e-plain/tiles/plain', (measure) => ({ choice: { measure } }));
    await same('e-board/exports', (measure) => ({ format: 'pdf', choices: { rows: { measure } } }));
    await same('e-board/state', (measure) => ({ tiles: { rows: { measure } } }));
    await same('e-board/views', (measure) => ({ name: 'V', state: { tiles: { rows: { measure } } } }));
    await same('e-board/tiles/rows', (name) => ({ filters: { [name]: 1 } }));
    await same('e-board/tiles/rows', (column) => ({ cross: [{ datasetId: 'staff', column, value: 1 }] }));
    await same('e-board/tiles/rows/rows', (by) => ({ sort: { by, direction: 'asc' } }));
  });

  it('are not in published content that a user with view may read', async () => {
    const reader = await userClient(inlay, admin, 'reader@demo.test', { sales: ['view'] });
    for (const path of [
      'tiles',
      'tiles/plain',
      'tiles/denied',
      'dashboards',
      'dashboards/board',
      'dashboards/text',
      'stories/story',
      'apps/sales',
      'embeds/e-board',
    ]) {
      const { status, body } = await reader('GET', path);
      assert.equal(status, 200, path);
      refuse(path, JSON.stringify(body));
    }
    const { body } = await reader('GET', 'tiles/plain');
    assert.deepEqual(
      [body.drillThrough, body.choices],
      [{ columns: ['city'] }, { measures: ['people', 'days'] }],
    );
    const story: { readonly body: { readonly steps?: readonly object[] } } = await reader(
      'GET',
      'stories/story',
    );
    assert.deepEqual(story.body.steps?.[2], {
      ...{ id: 's3', title: 'Three', tiles: ['plain'] },
      chart: { zoom: northOnly },
    });
  });

  it('leave tiles and filters that use none of them as they are', async () => {
    const state = JSON.parse(await send('build/builder/dashboards/board', undefined, viewer))[1].content;
    assert.deepEqual(state.items[0].chart, {
      ...tile(),
      drillThrough: { columns: ['city'] },
      choices: { measures: ['people', 'days'] },
    });
    assert.deepEqual(state.items[1].chart, {
      ...tile({ dimensions: [], measures: [] }),
      title: 'Sum –',
      description: 'Of –',
    });
    assert.deepEqual(
      state.filters.map(({ id, levels }: { id: string; levels?: string[] }) => [id, levels]),
      [
        ['place', ['region', 'city']],
        ['where', undefined],
      ],
    );
    assert.deepEqual(
      state.drill.map(({ id, levels }: { id: string; levels: string[] }) => [id, levels]),
      [['geo', ['region', 'city']]],
    );
    const { body } = await builderClient(
      inlay,
      viewer,
      'build',
    )<{ library: readonly { id: string }[] }>('GET', '');
    assert.deepEqual(body.library.map(({ id }) => id).sort(), ['plain', 'repeated']);
  });

  it('stay in a dashboard that somebody without access saves in the builder', async () => {
    const builder = builderClient(inlay, viewer, 'build');
    const { body } = await builder<{ content: typeof board }>('GET', 'dashboards/board');
    const save = (content: object) =>
      builder<Record<string, unknown>>('PUT', 'dashboards/board', { body: content, ifMatch: '*' });
    const { content } = body;
    const moved = content.items.map((item) => ({ ...item, w: 6 }));
    const where = content.filters.map((each) => (each.id === 'where' ? { ...each, label: 'Where' } : each));
    const saved = await save({ ...content, title: 'Renamed', items: moved, filters: where });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    refuse('the saved dashboard', JSON.stringify(saved.body));
    const after = (await admin('GET', 'dashboards/board')).body;
    assert.deepEqual(
      [after.items, after.filters, after.drill],
      [
        board.items.map((item) => ({ ...item, w: 6 })),
        board.filters.map((each) => (each.id === 'where' ? { ...each, label: 'Where' } : each)),
        board.drill,
      ],
    );
    const restored = await builder('POST', 'dashboards/board/versions/1/restore', { ifMatch: '*' });
    assert.equal(restored.status, 200, JSON.stringify(restored.body));
    const first = (await admin('GET', 'dashboards/board')).body;
    assert.deepEqual([first.items, first.filters, first.drill], [board.items, board.filters, board.drill]);
    const changed = content.items.map((item) =>
      'chart' in item && item.id === 'closed' ? { ...item, chart: { ...item.chart, query: byRegion } } : item,
    );
    const refused = await save({ ...content, items: changed });
    assert.equal(refused.status, 400);
    refuse('the refusal', JSON.stringify(refused.body));
    // Its items are gone, so the filter that the page did not get has nothing left to filter.
    const rest = await save({ ...content, items: content.items.slice(1) });
    assert.equal(rest.status, 200, JSON.stringify(rest.body));
    const stale = await builder('PUT', 'dashboards/board', { body: content, ifMatch: 1 });
    assert.equal(stale.status, 412);
    refuse('the newer version', JSON.stringify(stale.body));
  });
});
