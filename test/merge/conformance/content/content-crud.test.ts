import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ContentClient,
  contentClient,
  dashboardOf,
  makeOrders,
  storyOf,
  TILE,
} from '../../../support/content/content-client.ts';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`content over the API on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let admin: ContentClient;

    before(async () => {
      store = await storeWith('started', makeStore);
      inlay = await startInlay(store);
      admin = contentClient(inlay, await logInAs(inlay.url));
      await makeOrders(admin);
      await admin('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } });
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    const detailsOf = (body: { readonly details?: unknown }) =>
      (body.details as { path: string }[]).map(({ path }) => path);

    it('creates a tile as a draft, with an identifier from its title', async () => {
      const { status, body, headers } = await admin('POST', 'tiles', { body: { appId: 'sales', ...TILE } });
      assert.equal(status, 201);
      assert.equal(headers.location, '/api/v0/tiles/revenue-by-month');
      assert.equal(headers.etag, '"1"');
      assert.equal(body.id, 'revenue-by-month');
      assert.equal(body.state, 'draft');
      assert.equal(body.publishedVersion, null);
      assert.equal(body.createdBy, 'admin@demo.test');
      assert.deepEqual(body.query, TILE.query);
      const again = await admin('POST', 'tiles', { body: { appId: 'sales', ...TILE } });
      assert.match(String(again.body.id), /^revenue-by-month-[0-9a-f]{6}$/);
      const taken = await admin('POST', 'tiles', {
        body: { id: 'revenue-by-month', appId: 'sales', ...TILE },
      });
      assert.equal(taken.status, 409);
    });

    it('names the path of each wrong field', async () => {
      const wrong = { ...TILE, title: '', query: { dimensions: [{ colum: 'x' }], measures: [] }, extra: 1 };
      const { status, body } = await admin('POST', 'tiles', { body: { appId: 'sales', ...wrong } });
      assert.equal(status, 400);
      assert.deepEqual(detailsOf(body), [
        '/title',
        '/query/dimensions/0/column',
        '/query/dimensions/0/colum',
        '/extra',
      ]);
      assert.match(String(body.message), /^\/title must be 1 to 256 characters/);
      const nothing = await admin('POST', 'tiles', { body: [] });
      assert.equal(nothing.status, 400);
      const nowhere = await admin('POST', 'tiles', { body: { appId: 'nowhere', ...TILE } });
      assert.deepEqual(detailsOf(nowhere.body), ['/appId']);
    });

    it('refuses references to tiles that the app does not have', async () => {
      await admin('POST', 'apps', { body: { id: 'other', title: 'Other', workspaceId: 'main' } });
      await admin('POST', 'tiles', { body: { id: 'of-other', appId: 'other', ...TILE } });
      const dashboard = dashboardOf('revenue-by-month', 'of-other', 'nothing');
      const first = await admin('POST', 'dashboards', { body: { appId: 'sales', ...dashboard } });
      assert.deepEqual(detailsOf(first.body), ['/items/1/tile', '/items/2/tile']);
      const story = await admin('POST', 'stories', { body: { appId: 'sales', ...storyOf('of-other') } });
      assert.deepEqual(detailsOf(story.body), ['/steps/0/tiles/0', '/steps/0/values/revenue/tile']);
    });

    it('refuses inconsistent content', async () => {
      const dashboard = {
        title: 'Crowded',
        items: [
          { id: 'a', x: 0, y: 0, w: 8, h: 2, text: 'Hello {{ name }}' },
          { id: 'a', x: 6, y: 1, w: 8, h: 2, text: 'covers' },
        ],
        filters: [
          { id: 'f', label: 'F', datasetId: 'd', kind: 'dropdown', column: 'c', dependsOn: ['g'] },
          { id: 'g', label: 'G', datasetId: 'd', kind: 'dropdown', column: 'c', dependsOn: ['f', 'x'] },
          { id: 'h', label: 'H', datasetId: 'd', kind: 'search', column: 'c', tiles: ['not-here'] },
        ],
        phone: ['zzz'],
      };
      const { body } = await admin('POST', 'dashboards', { body: { appId: 'sales', ...dashboard } });
      assert.deepEqual(detailsOf(body), [
        '/items/1/id',
        '/items/0/text',
        '/items/1/w',
        '/items/1',
        '/filters/0/dependsOn/0',
        '/filters/1/dependsOn/0',
        '/filters/1/dependsOn/1',
        '/filters/2/tiles/0',
        '/phone/0',
      ]);
    });

    it('refuses to delete a tile in use and names its users', async () => {
      const created = await admin('POST', 'dashboards', {
        body: { id: 'board', appId: 'sales', ...dashboardOf('revenue-by-month') },
      });
      assert.equal(created.status, 201);
      const refused = await admin('DELETE', 'tiles/revenue-by-month');
      assert.equal(refused.status, 409);
      assert.equal(refused.body.message, 'This is used by dashboard “Sales”. Remove it there first.');
      assert.deepEqual(refused.body.details, {
        usedBy: [{ kind: 'dashboard', id: 'board', appId: 'sales', title: 'Sales' }],
      });
      const app = await admin('DELETE', 'apps/sales');
      assert.equal(app.status, 409);
      assert.match(String(app.body.message), /still contains dashboard “Sales”/);
      assert.equal((await admin('DELETE', 'dashboards/board')).status, 204);
      assert.equal((await admin('DELETE', 'tiles/revenue-by-month')).status, 204);
      assert.equal((await admin('GET', 'tiles/revenue-by-month')).status, 404);
    });

    it('keeps a tile that only the published dashboard still shows', async () => {
      await admin('POST', 'tiles', { body: { id: 'kept', appId: 'sales', ...TILE } });
      await admin('POST', 'tiles/kept/publish');
      await admin('POST', 'dashboards', { body: { id: 'live', appId: 'sales', ...dashboardOf('kept') } });
      await admin('POST', 'dashboards/live/publish');
      const emptied = await admin('PATCH', 'dashboards/live', { body: { items: [] }, ifMatch: '*' });
      assert.equal(emptied.body.state, 'draft');
      assert.equal((await admin('DELETE', 'tiles/kept')).status, 409);
      await admin('POST', 'dashboards/live/publish');
      assert.equal((await admin('DELETE', 'tiles/kept')).status, 204);
    });

    it('refuses to delete a workspace that has apps', async () => {
      await admin('POST', 'workspaces', { body: { id: 'empty-soon', name: 'Empty soon' } });
      await admin('POST', 'apps', { body: { id: 'moving', title: 'Moving', workspaceId: 'empty-soon' } });
      const refused = await admin('DELETE', 'workspaces/empty-soon');
      assert.equal(refused.status, 409);
      assert.match(String(refused.body.message), /'moving'/);
      const of = async (workspace: string) => {
        const { body } = await admin('GET', `apps?workspace=${workspace}`);
        return (body.data as unknown as { id: string }[]).map(({ id }) => id);
      };
      assert.deepEqual(await of('empty-soon'), ['moving']);
      assert.ok(!(await of('main')).includes('moving'));
      const unknown = await admin('PATCH', 'apps/moving', { body: { workspaceId: 'no' }, ifMatch: '*' });
      assert.deepEqual(detailsOf(unknown.body), ['/workspaceId']);
      await admin('PATCH', 'apps/moving', { body: { workspaceId: 'main' }, ifMatch: '*' });
      assert.equal((await admin('DELETE', 'workspaces/empty-soon')).status, 204);
    });

    it('lists by creation time, with paging and filters by app, state and text', async () => {
      await admin('POST', 'apps', { body: { id: 'lists', title: 'Lists', workspaceId: 'main' } });
      for (const title of ['First ÉTÉ', 'Second', 'Third 100%']) {
        await admin('POST', 'tiles', { body: { appId: 'lists', ...TILE, title } });
      }
      await admin('POST', 'tiles/second/submit');
      const titles = async (query: string) => {
        const { body } = await admin('GET', `tiles?app=lists&${query}`);
        const { data, meta } = body as unknown as { data: { title: string }[]; meta: { total: number } };
        return [meta.total, ...data.map(({ title }) => title)];
      };
      assert.deepEqual(await titles('limit=2'), [3, 'First ÉTÉ', 'Second']);
      assert.deepEqual(await titles('limit=2&page=2'), [3, 'Third 100%']);
      assert.deepEqual(await titles('state=in-review'), [1, 'Second']);
      assert.deepEqual(await titles('q=%C3%A9t%C3%A9'), [1, 'First ÉTÉ']);
      assert.deepEqual(await titles('q=100%25'), [1, 'Third 100%']);
      assert.deepEqual(await titles('q=%25'), [1, 'Third 100%']);
      await admin('POST', 'tiles', {
        body: { id: 'churn-by-plan', appId: 'lists', ...TILE, title: 'Fourth' },
      });
      assert.deepEqual(await titles('q=Churn-by'), [1, 'Fourth'], 'by identifier');
      assert.equal((await admin('GET', 'tiles?state=lost')).status, 400);
      assert.equal((await admin('GET', 'tiles?page=0')).status, 400);
    });

    it('lists content by identifiers, and embeds by what they show', async () => {
      const ids = async (path: string) =>
        ((await admin('GET', path)).body as unknown as { data: { id: string }[] }).data.map(({ id }) => id);
      for (const id of ['left', 'right', 'bare']) {
        await admin('POST', 'tiles', { body: { id, appId: 'sales', ...TILE } });
        if (id === 'bare') continue;
        const target = { kind: 'tile', id };
        await admin('POST', 'embeds', { body: { id: `of-${id}`, title: id, target } });
      }
      assert.deepEqual(await ids('tiles?ids=right,left,nope'), ['left', 'right']);
      assert.deepEqual(await ids('apps?ids=sales'), ['sales']);
      assert.deepEqual(await ids('apps?ids='), []);
      assert.deepEqual(await ids('embeds?targets=tile/right'), ['of-right']);
      assert.deepEqual(await ids('embeds?app=sales&targets=tile/bare,tile/left,story/right'), ['of-left']);
      await admin('PATCH', 'embeds/of-left', {
        body: { target: { kind: 'tile', id: 'bare' } },
        ifMatch: '*',
      });
      assert.deepEqual(await ids('embeds?targets=tile/left,tile/bare&limit=1'), ['of-left']);
      assert.deepEqual(await ids('embeds?targets=tile/left'), []);
    });

    it('gives an embed an alias that no other embed has', async () => {
      await admin('POST', 'tiles', { body: { id: 'shown', appId: 'sales', ...TILE } });
      const target = { kind: 'tile', id: 'shown' };
      const first = await admin('POST', 'embeds', {
        body: { id: 'one', title: 'One', alias: 'uno', target },
      });
      assert.equal(first.status, 201);
      assert.equal(first.body.appId, 'sales');
      assert.equal(first.body.state, 'published');
      const clash = async (body: object) =>
        (await admin('POST', 'embeds', { body: { title: 'X', target, ...body } })).status;
      assert.equal(await clash({ id: 'two', alias: 'uno' }), 409);
      assert.equal(await clash({ id: 'two', alias: 'one' }), 409);
      assert.equal(await clash({ id: 'uno' }), 409);
      assert.equal(await clash({ id: 'two', alias: 'two' }), 201);
      assert.equal((await admin('DELETE', 'tiles/shown')).status, 409);
      await admin('PATCH', 'embeds/one', { body: { alias: null }, ifMatch: '*' });
      assert.equal(await clash({ id: 'three', alias: 'uno' }), 201);
    });

    it('checks the target, origins and expiry of an embed', async () => {
      const body = { title: 'X', target: { kind: 'story', id: 'shown' } };
      assert.deepEqual(detailsOf((await admin('POST', 'embeds', { body })).body), ['/target/id']);
      const wrong = {
        title: 'X',
        target: { kind: 'builder', id: 'sales' },
        allowedOrigins: ['https://ok.example', 'https://ok.example/path', 'javascript:alert(1)'],
        expiresAt: '2026-12-31T23:59:59+01:00',
      };
      assert.deepEqual(detailsOf((await admin('POST', 'embeds', { body: wrong })).body), [
        '/allowedOrigins/1',
        '/allowedOrigins/2',
        '/expiresAt',
      ]);
      const builder = { title: 'Builder', target: { kind: 'builder', id: 'sales' } };
      assert.equal((await admin('POST', 'embeds', { body: builder })).status, 201);
    });

    it('records an audit event for every change', async () => {
      const { body } = await admin('GET', 'audit-events?limit=200');
      const actions = new Set((body.data as unknown as { action: string }[]).map(({ action }) => action));
      for (const action of [
        'app.create',
        'tile.create',
        'tile.submit',
        'tile.publish',
        'tile.delete',
        'dashboard.change',
        'embed.create',
      ])
        assert.ok(actions.has(action), action);
    });

    it('describes content in the API reference without dangling references', async () => {
      const { body } = await call<Record<string, unknown>>(`${inlay.url}/api/openapi.json`);
      const text = JSON.stringify(body);
      const { components, paths } = body as { components: Record<string, object>; paths: object };
      for (const [, section, name] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g))
        assert.ok((name as string) in (components[section as string] ?? {}), `${section}/${name}`);
      for (const name of ['VisibilityRule', 'Tile', 'NewStory', 'DashboardChange', 'EmbedVersion'])
        assert.ok(name in (components.schemas ?? {}), name);
      assert.ok(!/"\$ref":"(?!#)/.test(text) && !text.includes('x-shared'));
      assert.ok('/api/v0/stories/{id}/versions/{version}/restore' in paths);
    });
  });
}
