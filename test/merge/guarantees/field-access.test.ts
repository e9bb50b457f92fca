import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderContent } from '@inlay/content/builder';
import { type BuilderClient, builderClient, canvasOf } from '../../support/builder/builder-world.ts';
import { type ContentClient, contentClient, userClient } from '../../support/content/content-client.ts';
import { dataClient, type Refusal } from '../../support/data/data-client.ts';
import type { EmbedSetup } from '../../support/embeds/embed-client.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { STORES, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

const STAFF = 'region,person,pay,day\nnorth,Ann,10,2026-01-05\nsouth,Bob,20,2026-01-06\n';
const plain = { dimensions: [{ column: 'region' }], measures: ['people'] };
const tile = (query: object = plain, datasetId = 'staff') => ({
  title: 'Staff',
  kind: 'bar',
  datasetId,
  query,
});
const dashboard = (part: object = {}) => ({
  title: 'Board',
  items: [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, chart: tile() }],
  ...part,
});
const chart = (query: object, datasetId?: string) => [
  { id: 'i0', x: 0, y: 0, w: 6, h: 4, chart: tile(query, datasetId) },
];
const control = (part: object) => ({ id: 'f', label: 'F', datasetId: 'staff', kind: 'dropdown', ...part });
const levels = ['region', 'person'];

/** Each way a query can name the hidden column `person` or the hidden measure `payroll`, and where. */
const queries: readonly (readonly [path: string, query: object])[] = [
  ['/dimensions/0/column', { dimensions: [{ column: 'person' }], measures: [] }],
  ['/measures/1', { ...plain, measures: ['people', 'payroll'] }],
  ['/filters/0/column', { ...plain, filters: [{ column: 'person', operator: 'equals', value: 'Ann' }] }],
  [
    '/anyOf/0/1/column',
    {
      ...plain,
      anyOf: [
        [
          { column: 'region', operator: 'is-set' },
          { column: 'person', operator: 'equals', value: 'Ann' },
        ],
      ],
    },
  ],
  ['/having/0/measure', { ...plain, having: [{ measure: 'payroll', operator: 'is-set' }] }],
  ['/sort/0/by', { ...plain, sort: [{ by: 'person', direction: 'asc' }] }],
  ['/top/by', { ...plain, top: { dimension: 'region', by: 'payroll', count: 1 } }],
  ['/pivot/dimension', { ...plain, pivot: { dimension: 'person' } }],
  ['/comparison/column', { ...plain, comparison: { column: 'person', with: 'previous-year' } }],
];

/** Everything that somebody without the right could write, by kind, with the path of the name that is refused. */
const refused: readonly (readonly [kind: 'tiles' | 'stories' | 'dashboards', path: string, body: object])[] =
  [
    ...queries.map(([path, query]) => ['tiles', `/query${path}`, tile(query)] as const),
    ['tiles', '/datasetId', tile(plain, 'unlisted')],
    ['tiles', '/datasetId', tile(plain, 'elsewhere')],
    ['tiles', '/datasetId', tile(plain, 'no-such-dataset')],
    ['tiles', '/query/dimensions/0/column', tile({ dimensions: [{ column: 'no-such' }], measures: [] })],
    ...queries.map(
      ([path, query]) =>
        ['dashboards', `/items/0/chart/query${path}`, dashboard({ items: chart(query) })] as const,
    ),
    ['dashboards', '/items/0/chart/datasetId', dashboard({ items: chart(plain, 'unlisted') })],
    ['dashboards', '/filters/0/column', dashboard({ filters: [control({ column: 'person' })] })],
    [
      'dashboards',
      '/filters/0/datasetId',
      dashboard({ filters: [control({ column: 'region', datasetId: 'unlisted' })] }),
    ],
    ['dashboards', '/filters/0/levels/1', dashboard({ filters: [control({ kind: 'hierarchy', levels })] })],
    [
      'dashboards',
      '/drill/0/levels/1',
      dashboard({ drill: [{ id: 'd', label: 'D', datasetId: 'staff', levels }] }),
    ],
    ['stories', '/filters/0/column', { title: 'Story', steps: [], filters: [control({ column: 'person' })] }],
  ];
const allowed = {
  tiles: tile(),
  dashboards: dashboard(),
  stories: { title: 'Story', steps: [] },
} as const;

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`fields that only administrators can use, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let ann: ContentClient;
    let validator: ContentClient;
    let builder: BuilderClient;
    before(async () => {
      ({ store, inlay, setup } = await startWorld('embedding', makeStore));
      const data = dataClient(inlay.url, setup.adminToken);
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      assert.equal((await data.upload('staff.csv', STAFF)).status, 201);
      const staff = {
        name: 'Staff',
        connectionId: 'files',
        source: { kind: 'file', file: 'staff' },
        columns: [
          { name: 'region', type: 'string' },
          { name: 'person', type: 'string', hidden: true },
          { name: 'pay', type: 'integer', hidden: true },
          { name: 'day', type: 'date' },
        ],
        measures: [
          { name: 'people', kind: 'count' },
          { name: 'payroll', kind: 'sum', column: 'pay', hidden: true },
        ],
        segmented: false,
      };
      await data.create('workspaces', { id: 'far', name: 'Far' });
      await data.create('datasets', { id: 'staff', ...staff });
      await data.create('datasets', { id: 'unlisted', ...staff });
      await data.create('datasets', { id: 'elsewhere', ...staff, workspaceId: 'far' });
      const datasets = ['staff', 'elsewhere', 'planned'];
      await data.create('apps', { id: 'hr', title: 'HR', workspaceId: 'main', datasets });
      await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'hr' } });
      admin = contentClient(inlay, setup.adminToken);
      ann = await userClient(inlay, admin, 'ann@demo.test', { hr: ['contribute', 'validate'] });
      validator = await userClient(inlay, admin, 'val@demo.test', { hr: ['validate'] });
      const token = await viewerToken(setup, {
        username: 'ann@customer.example',
        privileges: { hr: ['contribute', 'validate'] },
      });
      builder = builderClient(inlay, token, 'build');
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    let last = 0;
    const made = async (by: ContentClient, kind: string, body: object): Promise<string> => {
      last += 1;
      const id = `made-${last}`;
      const response = await by('POST', kind, { body: { id, appId: 'hr', ...body } });
      assert.equal(response.status, 201, JSON.stringify(response.body));
      return `${kind}/${id}`;
    };
    const moved = (by: ContentClient, path: string, move: string) =>
      by('POST', `${path}/${move}`, { ifMatch: '*' });
    const publish = async (path: string) => {
      const { status, body } = await moved(admin, path, 'publish');
      assert.equal(status, 200, JSON.stringify(body));
    };
    const assertRefused = (
      { status, body }: { readonly status: number; readonly body: unknown },
      path: string,
      expected = 400,
    ) => {
      assert.equal(status, expected, `${path}: ${JSON.stringify(body)}`);
      const { details, message } = body as Refusal;
      assert.equal(details?.[0]?.path, path, JSON.stringify(body));
      assert.match(message, /administrator/);
    };

    it('creating: refuses other users, with the path and what to do', async () => {
      for (const [kind, path, body] of refused)
        assertRefused(await ann('POST', kind, { body: { appId: 'hr', ...body } }), path);
      for (const [kind, body] of Object.entries(allowed)) await made(ann, kind, body);
    });

    it('changing: refuses the same fields', async () => {
      const paths = new Map<string, string>();
      for (const [kind, body] of Object.entries(allowed)) paths.set(kind, await made(ann, kind, body));
      for (const [kind, path, body] of refused) {
        const address = paths.get(kind) as string;
        assertRefused(await ann('PATCH', address, { body, ifMatch: '*' }), path);
      }
    });

    it('previewing: refuses the same fields with the same paths', async () => {
      for (const [kind, path, body] of refused) {
        if (kind !== 'tiles') continue;
        const response = await ann('POST', 'tiles/preview', { body: { appId: 'hr', tile: body } });
        assertRefused(response, `/tile${path}`);
      }
    });

    it('building: refuses the same fields in new and existing dashboards', async () => {
      const old = await builder('POST', 'dashboards', { body: { content: canvasOf('Old') } });
      for (const [kind, path, body] of refused) {
        if (kind !== 'dashboards') continue;
        const content = body as BuilderContent;
        assertRefused(await builder('POST', 'dashboards', { body: { content } }), path);
        const { id } = old.body.dashboard;
        assertRefused(await builder('PUT', `dashboards/${id}`, { body: content, ifMatch: '*' }), path);
      }
    });

    it('administrators: can use and publish all fields', async () => {
      for (const [kind, path, body] of refused) {
        if (!/person|payroll/.test(JSON.stringify(body)) || /sort|pivot|comparison/.test(path)) continue;
        await publish(await made(admin, kind, body));
      }
      await publish(await made(admin, 'tiles', tile(plain, 'unlisted')));
    });

    it('drafts: can be written before the app lists the dataset', async () => {
      await made(ann, 'tiles', tile(plain, 'planned'));
    });

    it('publishing and submitting: refuse fields that an administrator only drafted', async () => {
      for (const [kind, path, body] of refused) {
        if (JSON.stringify(body).includes('"no-such"')) {
          // What exists for nobody cannot be drafted either.
          assert.equal((await admin('POST', kind, { body: { appId: 'hr', ...body } })).status, 400);
          continue;
        }
        const address = await made(admin, kind, body);
        assertRefused(await moved(ann, address, 'submit'), path, 409);
        assertRefused(await moved(ann, address, 'publish'), path, 409);
        assert.equal((await moved(admin, address, 'submit')).status, 200);
        assertRefused(await moved(validator, address, 'publish'), path, 409);
      }
    });

    it('publishing: refuses fields that were accessible only when saved', async () => {
      const address = await made(
        ann,
        'tiles',
        tile({ dimensions: [{ column: 'day' }], measures: ['people'] }),
      );
      const dataset = await admin('GET', 'datasets/staff');
      const columns = dataset.body.columns as unknown as { name: string; hidden?: boolean }[];
      const hide = (hidden: boolean) =>
        admin('PATCH', 'datasets/staff', {
          body: {
            columns: columns.map((column) => (column.name === 'day' ? { ...column, hidden } : column)),
          },
          ifMatch: '*',
        });
      assert.equal((await hide(true)).status, 200);
      assertRefused(await moved(ann, address, 'publish'), '/query/dimensions/0/column', 409);
      assert.equal((await hide(false)).status, 200);
      assert.equal((await moved(ann, address, 'publish')).status, 200);
    });

    it('publishing: refuses a dataset that the app no longer lists, in a builder too', async () => {
      const address = await made(ann, 'dashboards', dashboard());
      const list = (datasets: readonly string[]) =>
        admin('PATCH', 'apps/hr', { body: { datasets }, ifMatch: '*' });
      assert.equal((await list(['planned'])).status, 200);
      try {
        assertRefused(await moved(ann, address, 'publish'), '/items/0/chart/datasetId', 409);
      } finally {
        assert.equal((await list(['staff', 'elsewhere', 'planned'])).status, 200);
      }
      const hidden = await made(admin, 'dashboards', dashboard({ items: chart(queries[0]?.[1] ?? {}) }));
      const path = '/items/0/chart/query/dimensions/0/column';
      assertRefused(await builder('POST', `${hidden}/publish`, { body: {}, ifMatch: '*' }), path, 409);
    });

    it('publishing: keeps fields that viewers already see when only a title changes', async () => {
      const address = await made(admin, 'tiles', tile(queries[0]?.[1]));
      await publish(address);
      const title = { title: 'Corrected' };
      assert.equal((await ann('PATCH', address, { body: title, ifMatch: '*' })).status, 200);
      assert.equal((await moved(ann, address, 'publish')).status, 200);
      const wider = { query: { dimensions: [{ column: 'person' }, { column: 'pay' }], measures: [] } };
      assertRefused(await ann('PATCH', address, { body: wider, ifMatch: '*' }), '/query/dimensions/0/column');
    });

    it('filters: a search on a hidden column cannot become a list of its values', async () => {
      const search = control({ kind: 'search', column: 'person' });
      const address = await made(admin, 'dashboards', dashboard({ filters: [search] }));
      await publish(address);
      const list = { filters: [{ ...search, kind: 'dropdown' }] };
      assertRefused(await ann('PATCH', address, { body: list, ifMatch: '*' }), '/filters/0/column');
    });

    it('restoring a version: does not restore removed fields, by API or builder', async () => {
      const hidden = dashboard({ items: chart(queries[0]?.[1] ?? {}) });
      const address = await made(admin, 'dashboards', hidden);
      await publish(address);
      assert.equal(
        (await admin('PATCH', address, { body: { items: dashboard().items }, ifMatch: '*' })).status,
        200,
      );
      await publish(address);
      const path = '/items/0/chart/query/dimensions/0/column';
      const restored = await ann('POST', `${address}/versions/1/restore`, { ifMatch: '*' });
      assertRefused(restored, path);
      const built = await builder('POST', `${address}/versions/1/restore`, { ifMatch: '*' });
      assertRefused(built, path);
      assert.equal((await admin('POST', `${address}/versions/1/restore`, { ifMatch: '*' })).status, 200);
    });

    it('building: the role ADMIN of an embed token grants nothing more', async () => {
      const token = await viewerToken(setup, {
        username: 'root@customer.example',
        roles: ['ADMIN'],
        privileges: { hr: ['contribute'] },
      });
      const root = builderClient(inlay, token, 'build');
      const content = dashboard({ items: chart(queries[0]?.[1] ?? {}) });
      const response = await root('POST', 'dashboards', { body: { content } });
      assertRefused(response, '/items/0/chart/query/dimensions/0/column');
    });
  });
