import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDocument, BuilderResponse } from '@inlay/content/builder';
import { type BuilderClient, builderClient, canvasOf } from '../../../support/builder/builder-world.ts';
import { type ContentClient, contentClient, userClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const ROWS = [
  'region,city,tier,amount,day',
  'north,Oslo,canary-gold,10,2026-01-05',
  'north,Bergen,canary-gold,20,2026-02-05',
  'south,Rome,canary-gold,40,2026-03-05',
  'south,Bari,silver,80,2026-04-05',
].join('\n');

const byCity = { dimensions: [{ column: 'city' }], measures: ['total'] };
const gold = { column: 'tier', operator: 'equals', value: 'canary-gold' } as const;
const chart = (query: object = byCity) => ({ title: 'Cities', kind: 'bar', datasetId: 'sales', query });
const control = (part: object) => ({ label: 'F', datasetId: 'sales', ...part });
const FILTERS = [
  control({ id: 'city', kind: 'dropdown', column: 'city' }),
  control({ id: 'where', kind: 'hierarchy', levels: ['region', 'city'] }),
  control({ id: 'amount', kind: 'slider', column: 'amount' }),
  control({ id: 'day', kind: 'date-range', column: 'day' }),
];
const rule = { context: 'groups', operator: 'contains', value: 'canary-board' };
const place = (id: string, y: number) => ({ id, x: 0, y, w: 6, h: 4 });

interface Values {
  readonly values: readonly { readonly value: unknown }[];
  readonly min?: unknown;
  readonly max?: unknown;
}

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`hidden filters and rules of authors, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let viewer: string;
    let builder: BuilderClient;
    before(async () => {
      ({ store, inlay, setup } = await startWorld('embedding', makeStore));
      const data = dataClient(inlay.url, setup.adminToken);
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      assert.equal((await data.upload('sales.csv', ROWS)).status, 201);
      await data.create('datasets', {
        id: 'sales',
        name: 'Sales',
        connectionId: 'files',
        source: { kind: 'file', file: 'sales' },
        columns: [
          { name: 'region', type: 'string' },
          { name: 'city', type: 'string' },
          { name: 'tier', type: 'string', hidden: true },
          { name: 'amount', type: 'integer' },
          { name: 'day', type: 'date' },
        ],
        measures: [{ name: 'total', kind: 'sum', column: 'amount' }],
        segmented: false,
      });
      await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['sales'] });
      admin = contentClient(inlay, setup.adminToken);
      const publish = async (path: string, body: object) => {
        const [kind = '', id = ''] = path.split('/');
        await data.create(kind, { id, appId: 'shop', ...body });
        assert.equal((await admin('POST', `${path}/publish`, { ifMatch: '*' })).status, 200);
      };
      await publish('tiles/gold', chart({ ...byCity, filters: [gold] }));
      await publish('tiles/secret', { ...chart(), title: 'canary-title', visibility: rule });
      await publish('dashboards/board', {
        title: 'Board',
        filters: FILTERS,
        items: [
          { ...place('own', 0), chart: chart({ ...byCity, filters: [gold] }) },
          { ...place('named', 4), tile: 'gold' },
        ],
      });
      await publish('dashboards/ruled', {
        title: 'Ruled',
        items: [
          { ...place('open', 0), tile: 'gold' },
          { ...place('hidden', 4), text: 'canary-text', visibility: rule },
          { ...place('by-tile', 8), tile: 'secret' },
          {
            ...place('shown', 12),
            text: 'For all',
            visibility: { context: 'workspaceId', operator: 'equals', value: 'main' },
          },
        ],
      });
      await publish('dashboards/all-hidden', { title: 'canary-whole', items: [], visibility: rule });
      await publish('stories/tale', {
        title: 'Tale',
        steps: [
          { id: 'one', title: 'One', tiles: ['gold'] },
          { id: 'two', title: 'canary-step', narrative: 'canary-text', visibility: rule },
        ],
      });
      const target = { kind: 'dashboard', id: 'board' };
      const north = { column: 'region', operator: 'equals', value: 'north' };
      await data.create('embeds', { id: 'north', title: 'North', target, options: { filters: [north] } });
      await data.create('embeds', { id: 'gold', title: 'Gold', target, options: { filters: [gold] } });
      const waiting = { column: 'region', operator: 'equals', value: '{{ variables.region }}' };
      await data.create('embeds', { id: 'waiting', title: 'W', target, options: { filters: [waiting] } });
      const build = { kind: 'builder', id: 'shop' };
      await data.create('embeds', { id: 'build', title: 'Build', target: build });
      const options = { filters: [gold], personalCopies: true };
      await data.create('embeds', { id: 'build-gold', title: 'Build', target: build, options });
      await data.create('embeds', {
        id: 'build-waiting',
        title: 'Build',
        target: build,
        options: { filters: [waiting] },
      });
      viewer = await viewerToken(setup, { privileges: { shop: ['view'] } });
      const token = await viewerToken(setup, {
        username: 'bea@customer.example',
        privileges: { shop: ['contribute', 'validate'] },
      });
      builder = builderClient(inlay, token, 'build');
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    const picked = async (
      embed: string,
      filter: string,
      body: object = {},
      token = viewer,
    ): Promise<Values> => {
      const url = `${inlay.url}/embed/api/v0/embeds/${embed}/filters/${filter}/values`;
      const response = await call<Values>(url, { method: 'POST', token, body });
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body;
    };
    const valuesOf = ({ values }: Values) => values.map(({ value }) => value).toSorted();

    it("filter values of an embed: respect the embed's own filters", async () => {
      assert.deepEqual(valuesOf(await picked('north', 'city')), ['Bergen', 'Oslo']);
      assert.deepEqual(valuesOf(await picked('north', 'city', { search: 'erg' })), ['Bergen']);
      assert.deepEqual(valuesOf(await picked('north', 'where')), ['north']);
      assert.deepEqual(valuesOf(await picked('north', 'where', { path: ['south'] })), []);
      const ends = await picked('north', 'amount');
      assert.deepEqual([ends.min, ends.max], [10, 20]);
      assert.deepEqual((await picked('north', 'day')).max, '2026-02-05');
      assert.deepEqual(valuesOf(await picked('gold', 'city')), ['Bergen', 'Oslo', 'Rome']);
    });

    it('filter values of an embed: are empty while one of its own filters needs a value', async () => {
      assert.deepEqual(valuesOf(await picked('waiting', 'city')), []);
      assert.equal((await picked('waiting', 'amount')).max, undefined);
      const given = { variables: { region: 'south' } };
      assert.deepEqual(valuesOf(await picked('waiting', 'city', given)), ['Bari', 'Rome']);
    });

    it('preview as a user: has the same filter values', async () => {
      const context = { username: 'x', workspace_id: 'main', privileges: { shop: ['view'] } };
      const preview = await admin('POST', 'embeds/north/preview-token', { body: { context } });
      assert.equal(preview.status, 201, JSON.stringify(preview.body));
      const token = String(preview.body.token);
      assert.deepEqual(valuesOf(await picked('north', 'city', {}, token)), ['Bergen', 'Oslo']);
    });

    it('builder previews: respect its filters, even on a hidden column or without a value', async () => {
      const cities = async (embed: string, variables: object = {}) => {
        const body = { chart: chart(), variables };
        const { status, body: response } = await builder<{
          result: { columns: readonly { values: readonly unknown[] }[] };
        }>('POST', 'preview', { body, embed });
        assert.equal(status, 200, JSON.stringify(response));
        return (response.result.columns[0]?.values ?? []).toSorted();
      };
      const values = async (embed: string, kind: string, variables: object = {}) => {
        const column = kind === 'ends' ? 'amount' : 'city';
        const body = { datasetId: 'sales', column, kind, variables };
        return (await builder<Values>('POST', 'preview/values', { body, embed })).body;
      };
      assert.equal((await cities('build')).length, 4);
      assert.deepEqual(await cities('build-gold'), ['Bergen', 'Oslo', 'Rome']);
      assert.deepEqual(valuesOf(await values('build-gold', 'values')), ['Bergen', 'Oslo', 'Rome']);
      assert.equal((await values('build-gold', 'ends')).max, 40);
      assert.deepEqual(await cities('build-waiting'), []);
      assert.deepEqual(valuesOf(await values('build-waiting', 'values')), []);
      assert.deepEqual(await cities('build-waiting', { region: 'south' }), ['Bari', 'Rome']);
      const picker = await builder<Values>('POST', 'dashboards/board/filters/city/values', {
        body: {},
        embed: 'build-gold',
      });
      assert.deepEqual(valuesOf(picker.body), ['Bergen', 'Oslo', 'Rome']);
    });

    it('viewers: learn nothing about filters on hidden columns from pages, responses, images or files', async () => {
      const base = `${inlay.url}/embed/api/v0/embeds/gold`;
      for (const [method, path, body] of [
        ['POST', 'tiles/gold', {}],
        ['POST', 'tiles/own', {}],
        ['POST', 'render', { tiles: [{ id: 'own', width: 400, height: 300 }], mode: 'light' }],
        ['POST', 'values', {}],
        ['GET', 'tiles/own/export.json'],
        ['GET', 'tiles/own/export.csv'],
        ['GET', 'tiles/own/export.svg'],
      ] as const) {
        const response = await call(`${base}/${path}`, { method, token: viewer, ...(body ? { body } : {}) });
        assert.equal(response.status, 200, `${path}: ${JSON.stringify(response.body)}`);
        assert.doesNotMatch(JSON.stringify(response.body), /canary|tier/, path);
      }
      for (const fields of [{}, { filters: '{"nope":1}' }] as const) {
        const page = await openPage(inlay, 'gold', { token: viewer, ...fields });
        assert.doesNotMatch(page.html, /canary|"tier"/);
      }
    });

    it('builders: do not see them either, and keep them when saving', async () => {
      for (const embed of ['build', 'build-gold'])
        for (const path of ['', '?dashboard=board', 'dashboards/board', 'dashboards/board?as=copy']) {
          const { status, body } = await builder<BuilderResponse>('GET', path, { embed });
          assert.equal(status, 200, JSON.stringify(body));
          assert.doesNotMatch(JSON.stringify(body), /canary|tier/, path);
        }
      const { body } = await builder('GET', 'dashboards/board');
      const { dashboard, content } = body;
      const saved = await builder('PUT', 'dashboards/board', {
        body: { ...content, title: 'Board!' },
        ifMatch: dashboard.revision,
      });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      assert.doesNotMatch(JSON.stringify(saved.body), /canary|tier/);
      const kept = await admin('GET', 'dashboards/board');
      assert.match(JSON.stringify(kept.body.items), /canary-gold/);
      assert.equal(
        (await builder('POST', 'dashboards/board/publish', { body: {}, ifMatch: '*' })).status,
        200,
      );

      const changed = content.items.map((item) =>
        item.id === 'own' ? { ...item, chart: chart({ ...byCity, limit: 5 }) } : item,
      );
      const refused = await builder('PUT', 'dashboards/board', {
        body: { ...content, items: changed },
        ifMatch: '*',
      });
      assert.equal(refused.status, 400, JSON.stringify(refused.body));
      assert.match(JSON.stringify(refused.body), /\/items\/0\/chart\/query cannot be changed/);
      assert.doesNotMatch(JSON.stringify(refused.body), /canary|tier/);

      const late = await builder('PUT', 'dashboards/board', { body: content, ifMatch: dashboard.revision });
      assert.equal(late.status, 412);
      assert.doesNotMatch(JSON.stringify(late.body), /canary|tier|visibility/);
    });

    it('builders: copy a dashboard without the parts that they could not create', async () => {
      const begun = await builder<BuilderDocument>('POST', 'dashboards', { body: { from: 'board' } });
      assert.equal(begun.status, 201, JSON.stringify(begun.body));
      assert.deepEqual(
        begun.body.content.items.map(({ id }) => id),
        ['named'],
      );
      assert.doesNotMatch(JSON.stringify(begun.body), /canary|tier/);
    });

    it('builders: an error on publishing reports the path, not the hidden column', async () => {
      const items = [{ ...place('own', 0), chart: chart({ ...byCity, filters: [gold] }) }];
      const made = { id: 'unpublished', appId: 'shop', title: 'Unpublished', items };
      assert.equal((await admin('POST', 'dashboards', { body: made })).status, 201);
      const { status, body } = await builder('POST', 'dashboards/unpublished/publish', {
        body: {},
        ifMatch: '*',
      });
      assert.equal(status, 409, JSON.stringify(body));
      assert.match(JSON.stringify(body), /\/items\/0\/chart\/query\/filters\/0\/column/);
      assert.doesNotMatch(JSON.stringify(body), /canary|tier/);
      const canvas = canvasOf('x', { chart: chart({ ...byCity, filters: [gold] }) });
      assert.equal((await builder('POST', 'dashboards', { body: { content: canvas } })).status, 400);
    });

    it('viewers of the API: read no rules, no hidden content and no filters on hidden columns', async () => {
      const user = await userClient(inlay, admin, 'vic@demo.test', { shop: ['view'] });
      const visible = ['tiles/gold', 'dashboards/board', 'dashboards/ruled', 'stories/tale', 'embeds/gold'];
      for (const path of visible) {
        const { status, body } = await user('GET', path);
        assert.equal(status, 200, JSON.stringify(body));
        assert.doesNotMatch(JSON.stringify(body), /canary|visibility|"tier"/, path);
      }
      for (const path of ['tiles/secret', 'dashboards/all-hidden'])
        assert.equal((await user('GET', path)).status, 404, path);
      for (const kind of ['tiles', 'dashboards', 'stories', 'embeds', 'apps']) {
        const { body } = await user('GET', `${kind}?limit=200`);
        assert.doesNotMatch(JSON.stringify(body), /canary|visibility|"tier"/, kind);
        const found = (await user('GET', `${kind}?q=canary`)).body as never as { meta: { total: number } };
        assert.equal(found.meta.total, 0, kind);
      }
      const { body } = await user('GET', 'dashboards/ruled');
      const items = body.items as never as readonly { readonly id: string }[];
      assert.deepEqual(
        items.map(({ id }) => id),
        ['open', 'shown'],
      );
      for (const path of [
        'tiles/secret/versions',
        'tiles/secret/versions/1',
        'dashboards/ruled/versions/1',
        'dashboards/ruled/changes?from=1&to=draft',
        'apps/shop/phrases',
      ]) {
        const response = await user('GET', path);
        assert.ok(response.status === 401 || response.status === 404, `${path}: ${response.status}`);
      }
      const context = { username: 'x', workspace_id: 'main' };
      for (const path of ['embeds/gold/explain', 'embeds/gold/preview-token', 'apps/shop/explain'])
        assert.equal((await user('POST', path, { body: { context } })).status, 401, path);
    });

    it('viewers of the API: see content that a rule shows to their groups and attributes', async () => {
      const grouped = await admin('POST', 'groups', { body: { id: 'canary-board', name: 'Board' } });
      assert.equal(grouped.status, 201, JSON.stringify(grouped.body));
      const user = await userClient(inlay, admin, 'bob@demo.test', { shop: ['view'] });
      const found = (await admin('GET', 'users?q=bob')).body as never as { data: { id: string }[] };
      const joined = await admin('PATCH', `users/${found.data[0]?.id}`, {
        body: { groups: ['canary-board'] },
      });
      assert.equal(joined.status, 200, JSON.stringify(joined.body));
      const tile = await user('GET', 'tiles/secret');
      assert.equal(tile.status, 200);
      assert.equal(tile.body.title, 'canary-title');
      assert.equal(tile.body.visibility, undefined);
      assert.equal((await user('GET', 'dashboards/ruled')).status, 200);
      const all = (await user('GET', 'tiles?q=canary')).body as never as { meta: { total: number } };
      assert.equal(all.meta.total, 1);
    });

    it('administrators and authors read the rules that they write', async () => {
      const author = await userClient(inlay, admin, 'aud@demo.test', { shop: ['contribute'] });
      for (const who of [admin, author])
        assert.deepEqual((await who('GET', 'tiles/secret')).body.visibility, rule);
    });
  });
