import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDataset } from '@inlay/content/builder';
import { builderClient } from '../../support/builder/builder-world.ts';
import { type ContentClient, contentClient, userClient } from '../../support/content/content-client.ts';
import { type DataClient, dataClient, type Refusal } from '../../support/data/data-client.ts';
import { CONTEXT, type EmbedSetup } from '../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

const STAFF = [
  'region,person,branch,pay,born,day',
  'north,Ann Secretary,1,1234,1990-01-31,2026-01-05',
  'south,Bob Secretary,2,5678,1991-02-28,2026-02-05',
].join('\n');
const BRANCHES = ['id,town,owner,vault', '1,Kiel,Cyd Secretary,4711', '2,Ulm,Dan Secretary,4712'].join('\n');
/** Values of restricted columns, which no response may contain. */
const SECRETS = /Secretary|1234|5678|471\d/;

const officers = { context: 'groups', operator: 'contains', value: 'hr' };
const full = { when: officers, show: 'value' };
const text = (name: string, more: object = {}) => ({ name, type: 'string', ...more });
const integer = (name: string, more: object = {}) => ({ name, type: 'integer', ...more });
const branches = {
  id: 'branches',
  columns: [
    integer('id'),
    text('town'),
    text('owner', { access: [full, { show: 'hash' }] }),
    integer('vault', { access: [full] }),
  ],
  measures: [
    { name: 'branches', kind: 'count' },
    { name: 'vaults', kind: 'sum', column: 'vault' },
  ],
};
/** Measures that read a restricted column of the related dataset. */
const related = [
  { name: 'of dan', kind: 'count', filters: [{ column: 'branch.owner', operator: 'equals', value: 'Dan' }] },
  { name: 'guarded', kind: 'count', filters: [{ column: 'branch.vault', operator: 'greater', value: 4711 }] },
  { name: 'either', kind: 'count', anyOf: [[{ column: 'branch.vault', operator: 'is-set' }]] },
  { name: 'guarded share', kind: 'ratio', numerator: 'guarded', denominator: 'people' },
  { name: 'guarded twice', kind: 'expression', expression: 'guarded * 2' },
  { name: 'guarded rank', kind: 'rank', measure: 'guarded' },
] as const;
const lately = (date: string) => ({
  name: `${date} lately`,
  kind: 'count',
  filters: [{ column: date, operator: 'in-period', period: 'last-year' }],
});
const staff = {
  id: 'staff',
  columns: [
    text('region'),
    text('person', { access: [full] }),
    integer('branch'),
    integer('pay', { access: [full, { show: 'range', size: 1000 }] }),
    { name: 'born', type: 'date', access: [full, { show: 'null' }] },
    { name: 'day', type: 'date' },
    text('initial', { expression: 'upper(person)' }),
    text('initials', { expression: "concat(initial, '!')" }),
    text('badge', { expression: 'lower(region)', access: [full] }),
    text('badges', { expression: "concat(badge, '!')" }),
  ],
  measures: [
    { name: 'people', kind: 'count' },
    { name: 'towns', kind: 'count', filters: [{ column: 'branch.town', operator: 'is-set' }] },
    ...related,
    lately('born'),
    lately('day'),
  ],
  relationships: [
    { name: 'branch', dataset: 'branches', kind: 'many-to-one', columns: [{ own: 'branch', other: 'id' }] },
  ],
};

const byRegion = { dimensions: [{ column: 'region' }], measures: ['people'] };
const tile = (query: object = byRegion) => ({ title: 'Staff', kind: 'table', datasetId: 'staff', query });

describe('attacks on column access', () => {
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
    for (const [id, rows] of Object.entries({ staff: STAFF, branches: BRANCHES }))
      assert.equal((await data.upload(`${id}.csv`, rows)).status, 201);
    for (const dataset of [branches, staff]) {
      const source = { kind: 'file', file: dataset.id };
      const of = { name: dataset.id, connectionId: 'files', source, segmented: false };
      await data.create('datasets', { ...of, ...dataset });
    }
    const datasets = ['staff', 'branches'];
    await data.create('apps', { id: 'sales', title: 'HR', workspaceId: 'main', datasets });
    await publish('tiles', 'plain', tile());
    await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'sales' } });
    viewer = await viewerToken(setup, { privileges: { sales: ['contribute'] } });
    officer = await viewerToken(setup, { privileges: { sales: ['contribute'] }, groups: ['hr'] });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const publish = async (kind: string, id: string, body: object) => {
    await data.create(kind, { id, appId: 'sales', ...body });
    assert.equal((await admin('POST', `${kind}/${id}/publish`, { ifMatch: '*' })).status, 200);
  };
  const embed = (id: string, target: object, options: object = {}) =>
    data.create('embeds', { id, title: id, target, options });
  const ask = (path: string, body: unknown, as = viewer) =>
    call<Refusal & Record<string, unknown>>(`${inlay.url}/embed/api/v0/embeds/${path}`, { token: as, body });
  const context = { ...CONTEXT, secrets: undefined };

  it('measures over restricted columns of a related dataset do not exist for the viewer', async () => {
    const { body } = await builderClient(
      inlay,
      viewer,
      'build',
    )<{ datasets: readonly BuilderDataset[] }>('GET', '');
    const offered = body.datasets.find(({ id }) => id === 'staff');
    assert.deepEqual(
      offered?.measures.map(({ name }) => name),
      ['people', 'towns', 'day lately'],
    );
    assert.doesNotMatch(JSON.stringify(body), /vault|guarded/);
    for (const { name } of related) {
      const query = { ...byRegion, measures: [name] };
      const { status, body: refusal } = await data.query('staff', query, context);
      if (name !== 'of dan') {
        const missing = await data.query('staff', { ...byRegion, measures: ['nothing'] }, context);
        assert.deepEqual(JSON.parse(JSON.stringify(refusal).replaceAll(name, 'nothing')), missing.body, name);
      }
      assert.ok(status === 400 || status === 403, name);
      assert.doesNotMatch(JSON.stringify(refusal), /vault|owner/);
      assert.equal((await data.query('staff', query, { ...context, groups: ['hr'] })).status, 200, name);
      const chart = { ...tile(query) };
      const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, chart }];
      const made = await builderClient(inlay, viewer, 'build')('POST', 'dashboards', {
        body: { content: { title: 'Mine', items } },
      });
      assert.equal(made.status, 400, name);
      assert.doesNotMatch(JSON.stringify(made.body), /vault|owner/);
    }
  });

  it('columns computed from restricted ones, in several steps and across a relationship, do not exist', async () => {
    const names = ['person', 'initial', 'initials', 'badge', 'badges'];
    for (const name of names) {
      const query = { ...byRegion, dimensions: [{ column: name }] };
      assert.equal((await data.query('staff', query, context)).status, 400, name);
      assert.equal((await data.query('staff', query, { ...context, groups: ['hr'] })).status, 200, name);
    }
  });

  it('refuses comparisons and periods of a masked date', async () => {
    const queries = (date: string) => [
      { ...byRegion, measures: [`${date} lately`] },
      {
        dimensions: [],
        measures: ['people'],
        filters: [{ column: date, operator: 'in-period', period: 'last-year' }],
        comparison: { column: date, with: 'previous-year' },
      },
      { ...byRegion, filters: [{ column: date, operator: 'in-period', period: 'last-year' }] },
      { ...byRegion, anyOf: [[{ column: date, operator: 'is-set' }]] },
      { ...byRegion, having: [{ measure: `${date} lately`, operator: 'greater-or-equal', value: 0 }] },
    ];
    for (const [index, query] of queries('born').entries()) {
      const { status, body } = await data.query('staff', query, context);
      assert.equal(status, 403, JSON.stringify([query, body]));
      const open = queries('day')[index];
      assert.equal((await data.query('staff', open, context)).status, 200, JSON.stringify(open));
    }
  });

  it("an embed's own filter on a restricted column denies the data instead of being dropped", async () => {
    await embed('plain', { kind: 'tile', id: 'plain' });
    assert.equal((await ask('plain/tiles/plain', {})).status, 200);
    for (const [id, filter] of Object.entries({
      person: { column: 'person', operator: 'equals', value: 'Ann Secretary' },
      computed: { column: 'initial', operator: 'equals', value: 'ANN SECRETARY' },
      pay: { column: 'pay', operator: 'equals', value: 1234 },
      vault: { column: 'branch.vault', operator: 'equals', value: 4711 },
    })) {
      await embed(`by-${id}`, { kind: 'tile', id: 'plain' }, { filters: [filter] });
      const { status, body } = await ask(`by-${id}/tiles/plain`, {});
      assert.deepEqual([status, body.code], [403, 'DATA_DENIED'], id);
      const page = await openPage(inlay, `by-${id}`, { token: viewer });
      assert.doesNotMatch(page.html, SECRETS);
      const allowed = await ask(`by-${id}/tiles/plain`, {}, officer);
      assert.equal(allowed.status, 200, id);
    }
  });

  it('the filter of an embedded builder denies its previews to those without access to the column', async () => {
    const filters = [{ column: 'person', operator: 'equals', value: 'Ann Secretary' }];
    await embed('narrow', { kind: 'builder', id: 'sales' }, { filters });
    for (const [path, body] of [
      ['preview', { chart: tile() }],
      ['preview/values', { datasetId: 'staff', column: 'region' }],
      ['preview/values', { datasetId: 'staff', column: 'day', kind: 'ends' }],
    ] as const) {
      const { status, body: refusal } = await ask(`narrow/builder/${path}`, body);
      assert.deepEqual([status, refusal.code], [403, 'DATA_DENIED'], path);
      assert.doesNotMatch(JSON.stringify(refusal), /column|Secretary/);
      assert.equal((await ask(`narrow/builder/${path}`, body, officer)).status, 200, path);
    }
  });

  it("a story's filter tells readers no default on a restricted column", async () => {
    await publish('stories', 'tale', {
      title: 'Tale',
      steps: [{ id: 's1', title: 'One', tiles: ['plain'] }],
      filters: [
        {
          id: 'who',
          label: 'Who',
          datasetId: 'staff',
          kind: 'dropdown',
          column: 'person',
          tiles: ['plain'],
          default: 'Ann Secretary',
        },
        {
          id: 'where',
          label: 'Where',
          datasetId: 'staff',
          kind: 'dropdown',
          column: 'region',
          default: 'north',
        },
      ],
    });
    const reader = await userClient(inlay, admin, 'reader@demo.test', { sales: ['view'] });
    for (const path of ['stories/tale', 'stories']) {
      const { status, body } = await reader('GET', path);
      assert.equal(status, 200);
      assert.doesNotMatch(JSON.stringify(body), SECRETS, path);
      assert.match(JSON.stringify(body), /"north"/);
    }
    await embed('tale', { kind: 'story', id: 'tale' });
    assert.doesNotMatch((await openPage(inlay, 'tale', { token: viewer })).html, SECRETS);
    assert.match((await openPage(inlay, 'tale', { token: officer })).html, SECRETS);
  });
});
