import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RenderedDashboard } from '@inlay/content/builder-preview';
import type { SavedView, SavedViews } from '@inlay/content/view-state';
import {
  type BuilderClient,
  builderClient,
  CHART,
  canvasOf,
  made,
  person,
} from '../../../support/builder/builder-world.ts';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const FILTERS = [
  { id: 'p', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' },
] as const;
const TEA = { filters: { p: 'Tea' } };

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`saved views of builder dashboards, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let author: BuilderClient;
    let viewer: BuilderClient;
    let token: string;
    let first: string;
    let second: string;
    before(async () => {
      ({ store, inlay, setup } = await startWorld('builders', makeStore));
      author = await person(inlay, setup, 'cora', ['contribute', 'validate']);
      token = await viewerToken(setup, { username: 'viola@customer.example' });
      viewer = builderClient(inlay, token);
      first = await publish('First');
      second = await publish('Second');
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const publish = async (title: string) => {
      const content = { ...canvasOf(title, { chart: CHART }), filters: [...FILTERS] };
      const { dashboard } = await made(author, content);
      const { status } = await author('POST', `dashboards/${dashboard.id}/publish`, { body: {} });
      assert.equal(status, 200);
      return dashboard.id;
    };
    const views = (id: string, path = '') => `dashboards/${id}/views${path}`;
    const names = async (client: BuilderClient, id: string, embed?: string) => {
      const { status, body } = await client<SavedViews>('GET', views(id), { ...(embed && { embed }) });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data.map(({ name }) => name);
    };
    const save = async (id: string, body: object) => {
      const saved = await viewer<SavedView>('POST', views(id), { body: { state: TEA, ...body } });
      assert.equal(saved.status, 201, JSON.stringify(saved.body));
      return saved.body;
    };
    const clear = async () => {
      for (const id of [first, second]) {
        const { body } = await viewer<SavedViews>('GET', views(id));
        for (const view of body.data)
          assert.equal((await viewer('DELETE', views(id, `/${view.id}`))).status, 204);
      }
    };
    const render = async (id: string, more: object = {}) => {
      const body = { width: 800, ...more };
      const response = await viewer<RenderedDashboard>('POST', `dashboards/${id}/view?side=published`, {
        body,
      });
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body.state;
    };

    it('belong to one dashboard in one builder', async () => {
      await clear();
      const view = await save(first, { name: 'Tea only' });
      await save(second, { name: 'Tea only' });
      assert.deepEqual(await names(viewer, first), ['Tea only']);
      for (const [id, embed] of [
        [second, 'b-sales'],
        [first, 'b-plain'],
      ] as const) {
        const at = { embed };
        for (const [method, body] of [
          ['PATCH', { name: 'Moved' }],
          ['DELETE', undefined],
        ] as const)
          assert.equal((await viewer(method, views(id, `/${view.id}`), { ...at, body })).status, 404);
      }
      assert.deepEqual(await names(viewer, first, 'b-plain'), []);
      const renamed = await viewer<SavedView>('PATCH', views(first, `/${view.id}`), {
        body: { name: 'Just tea' },
      });
      assert.deepEqual([renamed.status, renamed.body.name], [200, 'Just tea']);
      assert.deepEqual(await names(viewer, second), ['Tea only']);
    });

    it('belong to one viewer, whatever the privileges of others', async () => {
      await clear();
      const view = await save(first, { name: 'Mine', isDefault: true });
      assert.deepEqual(await names(author, first), []);
      for (const [method, body] of [
        ['PATCH', { isDefault: false }],
        ['DELETE', undefined],
      ] as const)
        assert.equal((await author(method, views(first, `/${view.id}`), { body })).status, 404);
      const preview = await call<{ token: string }>(`${inlay.url}/api/v0/embeds/b-sales/preview-token`, {
        token: setup.adminToken,
        method: 'POST',
        body: { context: { ...CONTEXT, username: 'viola@customer.example' } },
      });
      const previewed = builderClient(inlay, preview.body.token);
      assert.deepEqual(await names(previewed, first), []);
      const body = { name: 'Stolen', state: TEA };
      assert.equal((await previewed('POST', views(first), { body })).status, 403);
      assert.deepEqual(await names(viewer, first), ['Mine']);
    });

    it('are refused for dashboards that the viewer does not see', async () => {
      const { dashboard } = await made(author, canvasOf('Draft', { chart: CHART }));
      for (const id of [dashboard.id, 'nowhere']) {
        assert.equal((await viewer('GET', views(id))).status, 404);
        assert.equal((await viewer('POST', views(id), { body: { name: 'x', state: {} } })).status, 404);
      }
    });

    it('hold only what the dashboard has', async () => {
      const body = { name: 'Bad', state: { tab: 'nowhere' } };
      const { status, body: refused } = await viewer<{ message: string }>('POST', views(first), { body });
      assert.equal(status, 400);
      assert.match(refused.message, /\/state\/tab/);
    });

    it('open with their dashboard if one is the default', async () => {
      await clear();
      const view = await save(first, { name: 'Tea only', isDefault: true });
      const page = await openPage(inlay, 'b-sales', { token, dashboard: first });
      assert.deepEqual(page.state.filterValues, { p: 'Tea' });
      assert.doesNotMatch(page.html, /Coffee/);
      const other = await openPage(inlay, 'b-sales', { token, dashboard: second });
      assert.deepEqual(other.state.filterValues, { p: null });

      const rendered = await render(first);
      assert.deepEqual([rendered.filterValues, rendered.view?.id], [{ p: 'Tea' }, view.id]);
      assert.equal((await render(second)).view, undefined);
      assert.deepEqual((await render(first, { filters: { p: 'Coffee' } })).filterValues, { p: 'Coffee' });
      assert.deepEqual((await render(first, { features: { views: false } })).filterValues, { p: null });
    });

    it('do not replace the state that a page sends', async () => {
      const state = await render(first, { state: { filters: { p: 'Coffee', gone: 'x' }, tab: 'gone' } });
      assert.deepEqual(state.filterValues, { p: 'Coffee' });
      assert.deepEqual(state.view, { state: { filters: { p: 'Coffee' } }, isIncomplete: true });
    });
  });
