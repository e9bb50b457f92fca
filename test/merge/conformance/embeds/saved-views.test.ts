import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SavedView, SavedViews } from '@inlay/content/view-state';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

/** The view that a page opened with. */
const viewOf = ({ state }: { readonly state: { readonly view?: SavedView } }) => state.view;
const TEA = { filters: { product: 'Tea' } };

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`saved views of viewers, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let ann: string;
    before(async () => {
      ({ store, inlay, setup, admin } = await startWorld('embeds', makeStore));
      const again = { id: 'e-again', title: 'Again', target: { kind: 'dashboard', id: 'overview' } };
      assert.equal((await admin('POST', 'embeds', { body: again })).status, 201);
      ann = await viewerToken(setup);
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const ask = <Body = SavedView>(
      token: string,
      method: string,
      path = '',
      body?: object,
      embed = 'e-dashboard',
    ) =>
      call<Body>(`${inlay.url}/embed/api/v0/embeds/${embed}/views${path}`, {
        token,
        method,
        ...(body && { body }),
      });
    const list = async (token: string, embed?: string) => {
      const { status, body } = await ask<SavedViews>(token, 'GET', '', undefined, embed);
      assert.equal(status, 200);
      return body.data.map(({ name }) => name);
    };
    const save = async (name: string, state: object = TEA, more: object = {}) => {
      const { status, body } = await ask(ann, 'POST', '', { name, state, ...more });
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    };
    const clear = async () => {
      const { body } = await ask<SavedViews>(ann, 'GET');
      for (const { id } of body.data) assert.equal((await ask(ann, 'DELETE', `/${id}`)).status, 204);
    };

    it('are listed by name, and can be renamed, updated and deleted', async () => {
      await clear();
      const view = await save('Tea only');
      await save('All', { filters: {} });
      assert.deepEqual(await list(ann), ['All', 'Tea only']);
      const renamed = await ask(ann, 'PATCH', `/${view.id}`, { name: 'Just tea' });
      assert.deepEqual([renamed.status, renamed.body.name, renamed.body.state], [200, 'Just tea', TEA]);
      const coffee = { filters: { product: 'Coffee' } };
      const updated = await ask(ann, 'PATCH', `/${view.id}`, { state: coffee });
      assert.deepEqual(updated.body.state, coffee);
      assert.equal((await ask(ann, 'DELETE', `/${view.id}`)).status, 204);
      assert.deepEqual(await list(ann), ['All']);
      assert.equal((await ask(ann, 'PATCH', `/${view.id}`, { name: 'x' })).status, 404);
      assert.equal((await ask(ann, 'DELETE', `/${view.id}`)).status, 404);
    });

    it('have unique names, a maximum number and a maximum size', async () => {
      await clear();
      const first = await save('One');
      await save('Two');
      assert.equal((await ask(ann, 'POST', '', { name: 'One', state: TEA })).status, 409);
      assert.equal((await ask(ann, 'PATCH', `/${first.id}`, { name: 'Two' })).status, 409);
      assert.equal((await ask(ann, 'PATCH', `/${first.id}`, { name: 'One' })).status, 200);
      const long = { filters: { product: Array.from({ length: 20 }, () => 'x'.repeat(4000)) } };
      assert.equal((await ask(ann, 'POST', '', { name: 'Long', state: long })).status, 413);
      for (let count = 2; count < 50; count += 1) await save(`View ${count}`);
      assert.equal((await ask(ann, 'POST', '', { name: 'Too many', state: TEA })).status, 409);
      await clear();
    });

    it('hold only what the viewer can set in the embed', async () => {
      for (const [state, problem] of [
        [{ filters: { region: 'south' } }, /\/state\/filters\/region/],
        [{ tab: 'nowhere' }, /\/state\/tab/],
        [{ tiles: { nowhere: { grain: 'day' } } }, /\/state\/tiles\/nowhere/],
        [{ tiles: { revenue: { measure: 'secret' } } }, /\/state\/tiles\/revenue\/measure/],
        [{ drill: { revenue: { id: 'none', path: ['Tea'] } } }, /\/state\/drill\/revenue/],
        [{ filters: { product: { of: 1 } } }, /\/state\/filters\/product/],
        ['all', /\/state/],
      ] as const) {
        const { status, body } = await ask<{ message: string }>(ann, 'POST', '', { name: 'Bad', state });
        assert.equal(status, 400, JSON.stringify(state));
        assert.match(body.message, problem);
      }
    });

    it('open with the embed if one is the default, without a second request', async () => {
      await clear();
      const view = await save('Tea only', TEA, { isDefault: true });
      const tea = await openPage(inlay, 'e-dashboard', { token: ann });
      assert.deepEqual(tea.state.filterValues, { product: 'Tea' });
      assert.equal(viewOf(tea)?.name, 'Tea only');
      assert.doesNotMatch(tea.html, /Coffee/);
      const host = await openPage(inlay, 'e-dashboard', { token: ann, filters: '{"product":"Coffee"}' });
      assert.deepEqual(host.state.filterValues, { product: 'Coffee' });
      const off = await openPage(inlay, 'e-dashboard', { token: ann, features: '{"views":false}' });
      assert.deepEqual(off.state.filterValues, { product: null });
      const other = await save('Coffee', { filters: { product: 'Coffee' } }, { isDefault: true });
      const { body } = await ask<SavedViews>(ann, 'GET');
      assert.deepEqual(
        body.data.filter(({ isDefault }) => isDefault).map(({ id }) => id),
        [other.id],
      );
      await ask(ann, 'PATCH', `/${other.id}`, { isDefault: false });
      await ask(ann, 'PATCH', `/${view.id}`, { isDefault: false });
      const plain = await openPage(inlay, 'e-dashboard', { token: ann });
      assert.deepEqual(plain.state.filterValues, { product: null });
    });

    it('are of nobody else: another viewer, workspace or embed', async () => {
      await clear();
      const view = await save('Mine', TEA, { isDefault: true });
      const contribute = { privileges: { sales: ['view', 'contribute', 'validate'] } };
      const others = {
        'another viewer': await viewerToken(setup, { ...contribute, username: 'bob@customer.example' }),
        'the same name in other letters': await viewerToken(setup, {
          ...contribute,
          username: CONTEXT.username.toUpperCase(),
        }),
        'another workspace': await viewerToken(setup, {
          ...contribute,
          workspace_id: 'elsewhere',
          roles: ['ADMIN'],
        }),
      };
      for (const [who, token] of Object.entries(others)) {
        assert.deepEqual(await list(token), [], who);
        for (const [method, body] of [
          ['PATCH', { name: 'Stolen' }],
          ['PATCH', { isDefault: false }],
          ['DELETE', undefined],
        ] as const)
          assert.equal((await ask(token, method, `/${view.id}`, body)).status, 404, `${who} ${method}`);
        const page = await openPage(inlay, 'e-dashboard', { token });
        assert.equal(page.state.view, undefined, who);
        const own = await ask(token, 'POST', '', { name: 'Mine', state: TEA, isDefault: true });
        assert.equal(own.status, 201, who);
      }
      assert.deepEqual(await list(ann, 'e-again'), []);
      assert.equal((await ask(ann, 'DELETE', `/${view.id}`, undefined, 'e-again')).status, 404);
      const { body } = await ask<SavedViews>(ann, 'GET');
      assert.deepEqual(
        body.data.map(({ id, name, isDefault }) => [id, name, isDefault]),
        [[view.id, 'Mine', true]],
      );
      assert.equal((await ask('nonsense', 'GET')).status, 401);
    });

    it('are neither shown nor changed in the preview of an administrator', async () => {
      await clear();
      const view = await save('Mine', TEA, { isDefault: true });
      const { body } = await call<{ token: string }>(`${inlay.url}/api/v0/embeds/e-dashboard/preview-token`, {
        token: setup.adminToken,
        method: 'POST',
        body: { context: CONTEXT },
      });
      assert.deepEqual(await list(body.token), []);
      assert.equal((await ask(body.token, 'POST', '', { name: 'x', state: TEA })).status, 403);
      assert.equal((await ask(body.token, 'DELETE', `/${view.id}`)).status, 403);
      const page = await openPage(inlay, 'e-dashboard', { token: body.token });
      assert.deepEqual(page.state.filterValues, { product: null });
      assert.deepEqual(page.state.features, { views: false, subscriptions: false });
    });

    it('still open when the content has changed, without what is gone', async () => {
      await clear();
      await save('Tea only', TEA, { isDefault: true });
      const { title, items, filters } = (await admin('GET', 'dashboards/overview')).body;
      const change = async (content: object) => {
        const put = await admin('PATCH', 'dashboards/overview', { body: content, ifMatch: '*' });
        assert.equal(put.status, 200, JSON.stringify(put.body));
        assert.equal((await admin('POST', 'dashboards/overview/publish', { ifMatch: '*' })).status, 200);
      };
      await change({ title, items, filters: [] });
      const page = await openPage(inlay, 'e-dashboard', { token: ann });
      assert.equal(page.status, 200);
      assert.equal(viewOf(page)?.isIncomplete, true);
      const { body: views } = await ask<SavedViews>(ann, 'GET');
      assert.deepEqual(
        views.data.map(({ state, isIncomplete }) => [state, isIncomplete]),
        [[{ filters: {} }, true]],
      );
      await change({ title, items, filters });
    });

    it('are deleted with their embed, and with the user of that name', async () => {
      await clear();
      const kept = await save('Kept');
      assert.equal((await ask(ann, 'POST', '', { name: 'Gone', state: TEA }, 'e-again')).status, 201);
      assert.equal((await admin('DELETE', 'embeds/e-again', { ifMatch: '*' })).status, 204);
      const again = { id: 'e-again', title: 'Again', target: { kind: 'dashboard', id: 'overview' } };
      assert.equal((await admin('POST', 'embeds', { body: again })).status, 201);
      assert.deepEqual(await list(ann, 'e-again'), []);
      assert.deepEqual(await list(ann), [kept.name]);
      const users = `${inlay.url}/api/v0/users`;
      const made = await call<{ id: string }>(users, {
        token: setup.adminToken,
        method: 'POST',
        body: { username: CONTEXT.username, roles: ['USER'], workspaceId: 'main' },
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const gone = await call(`${users}/${made.body.id}`, { token: setup.adminToken, method: 'DELETE' });
      assert.equal(gone.status, 204);
      assert.deepEqual(await list(ann), []);
    });
  });
