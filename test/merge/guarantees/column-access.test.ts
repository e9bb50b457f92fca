import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDataset } from '@inlay/content/builder';
import { builderClient } from '../../support/builder/builder-world.ts';
import { type ContentClient, contentClient, userClient } from '../../support/content/content-client.ts';
import { type DataClient, dataClient, type Refusal } from '../../support/data/data-client.ts';
import { CONTEXT, type EmbedSetup } from '../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../support/embeds/embed-world.ts';
import { renderTile } from '../../support/embeds/render-client.ts';
import { call } from '../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

const STAFF = [
  'region,person,iban,pay,day',
  'north,Ann Secretary,DE00123456780001,1234,2026-01-05',
  'north,Bob Secretary,DE00123456780002,5678,2026-01-06',
  'south,Cyd Secretary,DE00123456780003,9999,2026-01-07',
].join('\n');
/** Values of restricted columns, which no response may contain. */
const SECRETS = /Secretary|DE0012345678|1234|5678|9999|6912/;

const ofGroup = (group: string) => ({ context: 'groups', operator: 'contains', value: group });
const staff = {
  id: 'staff',
  name: 'Staff',
  connectionId: 'files',
  source: { kind: 'file', file: 'staff' },
  columns: [
    { name: 'region', type: 'string' },
    {
      name: 'person',
      type: 'string',
      access: [
        { when: ofGroup('hr'), show: 'value' },
        { when: ofGroup('emea'), show: 'hash' },
      ],
    },
    { name: 'iban', type: 'string', access: [{ when: ofGroup('hr'), show: 'value' }] },
    {
      name: 'pay',
      type: 'integer',
      access: [
        { when: ofGroup('hr'), show: 'value' },
        { show: 'range', size: 1000 },
      ],
    },
    { name: 'day', type: 'date' },
  ],
  measures: [
    { name: 'people', kind: 'count' },
    { name: 'payroll', kind: 'sum', column: 'pay' },
    { name: 'per head', kind: 'ratio', numerator: 'payroll', denominator: 'people' },
    { name: 'accounts', kind: 'distinct', column: 'iban' },
    { name: 'twice', kind: 'expression', expression: 'accounts * 2' },
  ],
  // A rule may use a column that its viewers have no access to.
  rowRules: [{ column: 'iban', operator: 'not-equals', value: 'DE00123456780003' }],
};

const byRegion = { dimensions: [{ column: 'region' }], measures: ['people'] };
/** Each way a query can use a column; `person` and `pay` are masked, `iban` is denied. */
const uses = (column: string, measures: readonly string[]): readonly object[] => [
  { dimensions: [{ column }], measures: ['people'] },
  ...measures.map((measure) => ({ dimensions: [], measures: [measure] })),
  ...measures.map((measure) => ({ ...byRegion, top: { dimension: 'region', by: measure, count: 1 } })),
  ...['is-set', 'is-not-set'].map((operator) => ({ ...byRegion, filters: [{ column, operator }] })),
  { dimensions: [{ column: 'region' }, { column }], measures: ['people'], pivot: { dimension: column } },
];
const MASKED = [...uses('person', []), ...uses('pay', ['payroll', 'per head'])];
const DENIED = uses('iban', ['accounts', 'twice']);

describe('column access', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let data: DataClient;
  let admin: ContentClient;
  let token: string;
  let officer: string;
  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    data = dataClient(inlay.url, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('staff.csv', STAFF)).status, 201);
    await data.create('datasets', staff);
    await data.create('apps', { id: 'sales', title: 'HR', workspaceId: 'main', datasets: ['staff'] });
    admin = contentClient(inlay, setup.adminToken);
    const publish = async (kind: string, id: string, body: object) => {
      await data.create(kind, { id, appId: 'sales', ...body });
      assert.equal((await admin('POST', `${kind}/${id}/publish`, { ifMatch: '*' })).status, 200);
      const target = { kind: kind === 'tiles' ? 'tile' : 'dashboard', id };
      await data.create('embeds', { id: `e-${id}`, title: id, target });
    };
    const tile = (query: object) => ({ title: 'Staff', kind: 'table', datasetId: 'staff', query });
    await publish('tiles', 'plain', tile(byRegion));
    await publish('tiles', 'masked', tile({ dimensions: [{ column: 'person' }], measures: ['people'] }));
    await publish('tiles', 'denied', tile({ dimensions: [{ column: 'iban' }], measures: ['people'] }));
    const control = { label: 'F', datasetId: 'staff', kind: 'dropdown' };
    await publish('dashboards', 'board', {
      title: 'Board with {{ people }}',
      items: ['plain', 'masked', 'denied'].map((id, y) => ({ id, x: 0, y: y * 4, w: 12, h: 4, tile: id })),
      filters: [
        { ...control, id: 'who', column: 'person' },
        { ...control, id: 'account', column: 'iban' },
        { ...control, id: 'pay', kind: 'slider', column: 'pay' },
      ],
    });
    await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'sales' } });
    token = await viewerToken(setup, { privileges: { sales: ['contribute'] } });
    officer = await viewerToken(setup, { groups: ['hr'] });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const ask = (path: string, body: unknown, as = token) =>
    call<Refusal & Record<string, unknown>>(`${inlay.url}/embed/api/v0/embeds/${path}`, { token: as, body });
  const context = { ...CONTEXT, secrets: undefined };

  it('refuses queries by a masked column, without its values and the name in the message', async () => {
    for (const query of MASKED) {
      const { status, body } = await data.query('staff', query, context);
      assert.equal(status, 403, JSON.stringify([query, body]));
      assert.doesNotMatch(JSON.stringify(body), /masked|column/);
    }
  });

  it('refuses queries by a denied column with the words for one that does not exist', async () => {
    const rename = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value)
          .replaceAll('iban', 'none')
          .replaceAll(/accounts|twice/g, 'nothing'),
      );
    for (const query of DENIED) {
      const denied = await data.query('staff', query, context);
      const missing = await data.query('staff', rename(query), context);
      assert.equal(denied.status, 400, JSON.stringify(query));
      assert.deepEqual(rename(denied.body), missing.body);
    }
    // A wrong type or a second mistake would tell them apart.
    const probe = { ...byRegion, filters: [{ column: 'iban', operator: 'less', value: true }] };
    assert.deepEqual(
      rename((await data.query('staff', probe, context)).body),
      (await data.query('staff', rename(probe), context)).body,
    );
  });

  it('lets viewers with full access use the columns, and row rules use them for everybody', async () => {
    const full = { ...context, groups: ['hr'] };
    for (const query of [...MASKED, ...DENIED])
      assert.equal((await data.query('staff', query, full)).status, 200, JSON.stringify(query));
    const { body } = await data.query('staff', byRegion, context);
    assert.deepEqual(
      body.result.columns.map(({ values }) => values),
      [['north'], [2]],
    );
  });

  it('does not apply an entry whose condition is unknown', async () => {
    const { groups: _, ...withoutGroups } = context;
    const { status } = await data.query('staff', MASKED[0], withoutGroups);
    assert.equal(status, 400);
  });

  it('explains to administrators which column refuses a query', async () => {
    const explain = async (query: object) => {
      const { status, body } = await data.ask<{ summary: string; statements: unknown[] }>(
        'datasets/staff/explain',
        { body: { query, context } },
      );
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body.statements, []);
      return body.summary;
    };
    assert.match(await explain(MASKED[0] as object), /person is masked for this viewer/);
    assert.match(await explain(DENIED[0] as object), /no column iban that the viewer has access to/);
  });

  it('shows a tile by a restricted column as not available, in page, API and exports', async () => {
    const page = await openPage(inlay, 'e-board', { token });
    assert.equal(page.status, 200);
    assert.equal(page.html.match(/data-state="ACCESS_DENIED"/g)?.length, 2);
    assert.doesNotMatch(page.html, SECRETS);
    for (const id of ['masked', 'denied']) {
      const single = await ask(`e-${id}/tiles/${id}`, {});
      assert.deepEqual([single.status, single.body.code], [403, 'DATA_DENIED'], id);
      assert.doesNotMatch(single.body.message, /masked|column/);
      const drawn = await renderTile(`${inlay.url}/embed/api/v0/embeds/e-board`, { id }, { token });
      assert.equal(drawn.status, 403);
      for (const format of ['csv', 'xlsx', 'json', 'pdf', 'png', 'svg']) {
        const response = await fetch(
          `${inlay.url}/embed/api/v0/embeds/e-${id}/tiles/${id}/export.${format}`,
          {
            headers: { authorization: `Bearer ${token}` },
          },
        );
        assert.equal(response.status, 403, format);
      }
    }
    const whole = await fetch(`${inlay.url}/embed/api/v0/embeds/e-board/export.xlsx`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(whole.status, 200);
    const full = await ask('e-masked/tiles/masked', {}, officer);
    assert.match(JSON.stringify(full.body), /Ann Secretary/);
  });

  it('offers no filter on a restricted column, and filters by none', async () => {
    for (const id of ['who', 'account', 'pay']) {
      const { status, body } = await ask(`e-board/filters/${id}/values`, {});
      assert.equal(status, 404, id);
      assert.doesNotMatch(JSON.stringify(body), SECRETS);
    }
    for (const filters of [
      { who: 'Ann Secretary' },
      { account: 'DE00123456780001' },
      { pay: { from: 2000 } },
    ])
      assert.equal((await ask('e-board/tiles/plain', { filters })).status, 400, JSON.stringify(filters));
    // A click on such a column is refused like one on a column that does not exist.
    const click = { datasetId: 'staff', column: 'person', value: 'Ann Secretary' };
    const clicked = await ask('e-board/tiles/plain', { cross: [click] });
    const missing = await ask('e-board/tiles/plain', { cross: [{ ...click, column: 'nobody' }] });
    assert.equal(clicked.status, 400);
    assert.deepEqual(clicked.body, JSON.parse(JSON.stringify(missing.body).replaceAll('nobody', 'person')));
    assert.equal((await ask('e-board/filters/who/values', {}, officer)).status, 200);
  });

  it('offers builders and authors no restricted column and no measure over one', async () => {
    const builder = builderClient(inlay, token, 'build');
    const { body } = await builder<{ datasets: readonly BuilderDataset[] }>('GET', '');
    const [dataset] = body.datasets;
    assert.deepEqual(
      dataset?.columns.map(({ name }) => name),
      ['region', 'day'],
    );
    assert.deepEqual(
      dataset?.measures.map(({ name }) => name),
      ['people'],
    );
    const author = await userClient(inlay, admin, 'ann@demo.test', { sales: ['contribute'] });
    for (const query of [...MASKED, ...DENIED]) {
      const chart = { title: 'Staff', kind: 'table', datasetId: 'staff', query };
      const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, chart }];
      const made = await builder('POST', 'dashboards', { body: { content: { title: 'Mine', items } } });
      assert.equal(made.status, 400, JSON.stringify(query));
      const preview = await author('POST', 'tiles/preview', { body: { appId: 'sales', tile: chart } });
      assert.equal(preview.status, 400, JSON.stringify(query));
      assert.doesNotMatch(JSON.stringify([made.body, preview.body]), SECRETS);
    }
  });

  it('tells readers of published content no value that its author wrote for a restricted column', async () => {
    const filters = [
      { column: 'person', operator: 'equals', value: 'Ann Secretary' },
      { column: 'region', operator: 'equals', value: 'north' },
    ];
    const chart = { title: 'Staff', kind: 'table', datasetId: 'staff', query: { ...byRegion, filters } };
    const control = { label: 'F', datasetId: 'staff', kind: 'dropdown' };
    const publish = async (kind: string, body: object) => {
      await data.create(kind, { id: 'written', appId: 'sales', title: 'Written', ...body });
      assert.equal((await admin('POST', `${kind}/written/publish`, { ifMatch: '*' })).status, 200);
    };
    await publish('tiles', chart);
    await publish('dashboards', {
      items: [{ id: 'own', x: 0, y: 0, w: 12, h: 4, chart }],
      filters: [
        { ...control, id: 'who', column: 'person', default: 'Ann Secretary' },
        { ...control, id: 'account', column: 'iban', default: 'DE00123456780001' },
        { ...control, id: 'where', column: 'region', default: 'north' },
      ],
    });
    const reader = await userClient(inlay, admin, 'reader@demo.test', { sales: ['view'] });
    for (const path of ['tiles/written', 'dashboards/written', 'tiles', 'dashboards']) {
      const { status, body } = await reader('GET', path);
      assert.equal(status, 200);
      assert.doesNotMatch(JSON.stringify(body), SECRETS);
      assert.match(JSON.stringify(body), /"north"/);
    }
  });

  it('checks access when a dataset is saved', async () => {
    const saved = async (column: object) => {
      const columns = staff.columns.map((each) =>
        each.name === (column as { name: string }).name ? { ...each, ...column } : each,
      );
      const { status, body } = await data.ask<Refusal>('datasets', {
        body: { ...staff, id: 'other', columns },
      });
      assert.equal(status, 400, JSON.stringify(body));
      return body.details?.map(({ path, problem }) => `${path} ${problem}`);
    };
    assert.deepEqual(await saved({ name: 'person', access: [{ show: 'range', size: 10 }] }), [
      '/columns/1/access/0/show range masks numbers, but the column is string',
    ]);
    assert.deepEqual(await saved({ name: 'day', access: [{ show: 'last-four' }] }), [
      '/columns/4/access/0/show last-four masks text and whole numbers, but the column is date',
    ]);
    assert.deepEqual(await saved({ name: 'pay', access: [{ show: 'null' }, { show: 'value' }] }), [
      '/columns/3/access/1 never applies, because entry 0 applies to everyone',
    ]);
    const computed = { name: 'day', type: 'string', expression: 'upper(region)' };
    assert.deepEqual(await saved({ ...computed, access: [{ show: 'range', size: 10 }] }), [
      '/columns/4/access/0/show range masks numbers, but the column is string',
    ]);
  });

  it('refuses access entries with a condition that nobody can match', async () => {
    const saved = async (when: object) => {
      const columns = staff.columns.with(3, {
        name: 'pay',
        type: 'integer',
        access: [{ when, show: 'value' }],
      } as never);
      const { status, body } = await data.ask<Refusal>('datasets', {
        body: { ...staff, id: 'other', columns },
      });
      assert.equal(status, 400, JSON.stringify(when));
      return body.details?.map(
        ({ path, problem }) => `${path.replace('/columns/3/access/0', '')} ${problem}`,
      );
    };
    const EMPTY = 'empty text counts as missing, so this would deny access; use is-not-set';
    const team = { context: 'attributes.team' };
    assert.deepEqual(await saved(ofGroup('')), [`/when/value ${EMPTY}`]);
    assert.deepEqual(await saved({ ...ofGroup(''), context: 'roles' }), [`/when/value ${EMPTY}`]);
    assert.deepEqual(await saved({ or: [ofGroup('hr'), { ...team, operator: 'in', values: ['a', ''] }] }), [
      `/when/or/1/values/1 ${EMPTY}`,
    ]);
    assert.deepEqual(await saved({ ...team, operator: 'between', from: '', to: 'b' }), [
      `/when/from ${EMPTY}`,
    ]);
    assert.deepEqual(await saved({ ...team, operator: 'in', values: [] }), [
      '/when/values must have at least 1 entry',
    ]);
    assert.deepEqual(await saved({ context: 'attributes.', operator: 'is-set' }), [
      '/when/context must be attributes.<key>, username, workspaceId, groups or roles',
    ]);
    assert.deepEqual(await saved({ and: [] }), ['/when/and must have at least 1 entry']);
  });
});
