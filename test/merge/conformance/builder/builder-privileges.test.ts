import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDashboard, BuilderResponse, Presence } from '@inlay/content/builder';
import type { TileResponse } from '@inlay/content/embed-api';
import {
  type BuilderClient,
  CHART,
  canvasOf,
  listed,
  made,
  person,
} from '../../../support/builder/builder-world.ts';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`privileges in a Dashboard Builder on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let cora: BuilderClient;
    let carl: BuilderClient;
    let vera: BuilderClient;
    let viola: BuilderClient;

    before(async () => {
      ({ store, inlay, setup, admin } = await startWorld('builders', makeStore));
      cora = await person(inlay, setup, 'cora', ['contribute'], { groups: ['emea', 'sales'] });
      carl = await person(inlay, setup, 'carl', ['view', 'contribute'], { groups: ['sales'] });
      vera = await person(inlay, setup, 'vera', ['validate'], { groups: [] });
      viola = await person(inlay, setup, 'viola', ['view'], { groups: ['emea'] });
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    it('publishing with contribute only: says that it requires validate', async () => {
      const { dashboard } = await made(cora, canvasOf('Not mine to publish', { chart: CHART }));
      const refused = await cora<{ message: string }>('POST', `dashboards/${dashboard.id}/publish`, {
        body: {},
        ifMatch: '*',
      });
      assert.equal(refused.status, 403);
      assert.match(
        refused.body.message,
        /requires the privilege 'validate'.*Submit the dashboard for review/,
      );
      assert.equal((await cora('DELETE', `dashboards/${dashboard.id}`, { ifMatch: '*' })).status, 204);
    });

    it('deleting a dashboard in use: is refused without naming what uses it', async () => {
      const { dashboard } = await made(cora, canvasOf('Linked', { chart: CHART }));
      const embed = { id: 'e-canary', title: 'canary', target: { kind: 'dashboard', id: dashboard.id } };
      assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
      const path = `dashboards/${dashboard.id}`;
      const refused = await cora<{ message: string }>('DELETE', path, { ifMatch: '*' });
      assert.equal(refused.status, 409);
      assert.equal(refused.body.message, 'Other content uses this dashboard, so it cannot be deleted.');
      assert.doesNotMatch(JSON.stringify(refused.body), /canary/);
      assert.equal((await admin('DELETE', 'embeds/e-canary')).status, 204);
      assert.equal((await cora('DELETE', path, { ifMatch: '*' })).status, 204);
    });

    it('returns rights and accessible data in one response', async () => {
      const { body } = await cora<BuilderResponse>('GET', '');
      assert.deepEqual(body.viewer.may, { create: true, copy: true, publish: false });
      assert.deepEqual(
        body.dashboards.map(({ id }) => id),
        ['overview'],
      );
      assert.deepEqual(body.templates, ['overview']);
      assert.deepEqual(body.library.map(({ id }) => id).sort(), ['broken', 'customers', 'revenue']);
      // `sales` is not listed by the app: of it, only what its published content shows.
      const sales = body.datasets.find(({ id }) => id === 'sales');
      assert.deepEqual(
        sales?.columns.map(({ name }) => name),
        ['product', 'customer'],
      );
      assert.deepEqual(sales?.measures, [{ name: 'revenue', label: 'revenue', additive: true }]);
      const text = JSON.stringify(body);
      for (const secret of [
        'canary',
        'warehouse.invalid',
        'connection',
        'rowRules',
        'visibility',
        'insiders',
        'amount',
      ])
        assert.doesNotMatch(text, new RegExp(secret), secret);
      const onlooker = await viola<BuilderResponse>('GET', '', { embed: 'b-plain' });
      assert.deepEqual(onlooker.body.viewer.may, { create: false, copy: false, publish: false });
      assert.deepEqual([onlooker.body.datasets, onlooker.body.library], [[], []]);
    });

    it('offers every column of a listed dataset except hidden ones', async () => {
      const { body: sales } = await admin('GET', 'datasets/sales');
      const columns = (sales.columns as unknown as { name: string }[]).map((column) =>
        column.name === 'customer' ? { ...column, hidden: true } : column,
      );
      assert.equal((await admin('PATCH', 'datasets/sales', { body: { columns } })).status, 200);
      const listing = { body: { datasets: ['sales'] }, ifMatch: '*' };
      assert.equal((await admin('PATCH', 'apps/sales', listing)).status, 200);
      const { body } = await cora<BuilderResponse>('GET', '');
      assert.deepEqual(
        body.datasets.find(({ id }) => id === 'sales')?.columns.map(({ name }) => name),
        ['region', 'product', 'amount', 'day'],
      );
    });

    it('lets a contributor create, save, rename and submit, and hides the draft from others until then', async () => {
      const { dashboard } = await made(cora, canvasOf('Mine', { chart: CHART }));
      assert.equal(dashboard.mine, true);
      assert.deepEqual(dashboard.sharing, { with: 'me', groups: [], right: 'view' });
      for (const other of [carl, vera, viola]) {
        assert.ok(!(await listed(other)).includes('Mine'));
        assert.equal((await other('GET', `dashboards/${dashboard.id}`)).status, 404);
      }
      const path = `dashboards/${dashboard.id}`;
      const two = canvasOf('Mine', { chart: CHART }, { tile: 'revenue' });
      assert.equal((await cora('PUT', path, { body: two })).status, 428);
      const saved = await cora('PUT', path, { body: two, ifMatch: dashboard.revision });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      assert.equal(saved.headers.etag, `"${dashboard.revision + 1}"`);
      assert.deepEqual(
        saved.body.tiles.map(({ id }) => id),
        ['revenue'],
      );
      const stale = await cora('PUT', path, { body: two, ifMatch: dashboard.revision });
      assert.equal(stale.status, 412);
      const renamed = await cora('PATCH', path, { body: { title: 'Ours' }, ifMatch: dashboard.revision + 1 });
      assert.equal(renamed.body.dashboard.title, 'Ours');
      assert.equal((await cora('POST', `${path}/publish`, { body: {} })).status, 403);
      const submitted = await cora('POST', `${path}/submit`, { body: {} });
      assert.equal(submitted.body.dashboard.state, 'in-review');
      assert.ok(!(await listed(carl)).includes('Ours'));
      assert.ok((await listed(vera)).includes('Ours'));
    });

    it('lets a validator return with a comment, and publish; then viewers see it', async () => {
      const { dashboard } = await made(cora, canvasOf('For review', { chart: CHART }));
      const path = `dashboards/${dashboard.id}`;
      await cora('POST', `${path}/submit`, { body: {} });
      assert.equal((await vera('POST', `${path}/return`, { body: {} })).status, 400);
      assert.equal((await vera('POST', `${path}/return`, { body: { comment: 'Name it.' } })).status, 200);
      assert.equal((await vera('GET', path)).status, 404, 'it is the owner’s again');
      const again = await cora('GET', path);
      assert.deepEqual([again.body.dashboard.state, again.body.dashboard.comment], ['draft', 'Name it.']);
      await cora('POST', `${path}/submit`, { body: {} });
      const published = await vera('POST', `${path}/publish`, { body: {} });
      assert.equal(published.body.dashboard.publishedVersion, 1, JSON.stringify(published.body));
      assert.ok((await listed(viola)).includes('For review'));
      const { body } = await viola<TileResponse>('POST', `${path}/tiles/i0`, { body: {} });
      assert.deepEqual(body.result.columns[0]?.values.toSorted(), ['Coffee', 'Tea']);
      // What is worked on next is the owner's again, until it is submitted.
      const next = canvasOf('For review, next', { chart: CHART });
      assert.equal((await cora('PUT', path, { body: next, ifMatch: '*' })).status, 200);
      assert.equal((await viola('GET', path)).body.content.title, 'For review');
      assert.equal((await viola('GET', path)).body.dashboard.updatedBy, null);
      assert.equal((await carl('GET', path)).body.content.title, 'For review');
    });

    it('gives a viewer a personal copy that reports changes of its original and can be reset', async () => {
      const first = await viola('POST', 'dashboards/overview/copy');
      assert.equal(first.status, 201, JSON.stringify(first.body));
      const copy = first.body.dashboard;
      assert.deepEqual(copy.origin, { id: 'overview', title: 'Overview', changed: false });
      assert.deepEqual(
        first.body.content.items.map(({ id }) => id),
        ['a1', 't.1', 'a3'],
        'what rules hide is not copied',
      );
      const again = await viola('POST', 'dashboards/overview/copy');
      assert.deepEqual([again.status, again.body.dashboard.id], [200, copy.id]);
      const path = `dashboards/${copy.id}`;
      const mine = { ...first.body.content, title: 'My overview' };
      assert.equal((await viola('PUT', path, { body: mine, ifMatch: copy.revision })).status, 200);
      assert.equal((await viola('POST', `${path}/submit`, { body: {} })).status, 403);
      assert.equal(
        (await viola('PUT', `${path}/sharing`, { body: { with: 'workspace', right: 'view' } })).status,
        403,
      );
      assert.equal((await viola('PUT', path, { body: mine, ifMatch: '*', embed: 'b-plain' })).status, 403);
      for (const other of [cora, vera]) assert.equal((await other('GET', path)).status, 404);

      const change = { body: { title: 'Overview 2' }, ifMatch: '*' };
      assert.equal((await admin('PATCH', 'dashboards/overview', change)).status, 200);
      assert.equal((await admin('POST', 'dashboards/overview/publish')).status, 200);
      const { body } = await viola('GET', path);
      assert.deepEqual(body.dashboard.origin, { id: 'overview', title: 'Overview 2', changed: true });
      assert.equal(body.content.title, 'My overview');
      const reset = await viola('POST', `${path}/reset`);
      assert.equal(reset.body.content.title, 'Overview 2', JSON.stringify(reset.body));
      assert.equal(reset.body.dashboard.origin?.changed, false);
      assert.equal((await viola('DELETE', path)).status, 204);
      assert.equal((await viola('GET', path)).status, 404);
    });

    it('shares with nobody, with groups or with the workspace, to view or to edit', async () => {
      const { dashboard } = await made(cora, canvasOf('Shared', { chart: CHART }));
      const path = `dashboards/${dashboard.id}`;
      const share = async (body: object) => {
        const response = await cora<BuilderDashboard>('PUT', `${path}/sharing`, { body });
        assert.equal(response.status, 200, JSON.stringify(response.body));
        return response.body;
      };
      const edited = canvasOf('Shared', { chart: { ...CHART, title: 'By Carl' } });

      assert.deepEqual((await share({ with: 'groups', groups: ['sales'], right: 'view' })).sharing, {
        with: 'groups',
        groups: ['sales'],
        right: 'view',
      });
      assert.equal((await carl('GET', path)).status, 200);
      assert.equal(
        (await carl('GET', path)).body.dashboard.sharing,
        null,
        'with whom else is the owner’s to know',
      );
      assert.equal((await viola('GET', path)).status, 404);
      assert.equal((await carl('PUT', path, { body: edited, ifMatch: '*' })).status, 403);

      await share({ with: 'groups', right: 'edit' });
      assert.equal((await carl('PUT', path, { body: edited, ifMatch: '*' })).status, 200);
      assert.equal((await viola('GET', path)).status, 200, 'in the group emea');
      assert.equal((await viola('PUT', path, { body: edited, ifMatch: '*' })).status, 403, 'only views');
      assert.equal(
        (await carl('PUT', `${path}/sharing`, { body: { with: 'me', right: 'view' } })).status,
        403,
      );
      assert.equal((await carl('DELETE', path)).status, 403);
      assert.equal((await vera('GET', path)).status, 404);

      await share({ with: 'workspace', right: 'view' });
      assert.equal((await vera('GET', path)).status, 200);
      await share({ with: 'me', right: 'view' });
      for (const other of [carl, vera, viola]) assert.equal((await other('GET', path)).status, 404);
      assert.equal(
        (await cora('PUT', `${path}/sharing`, { body: { with: 'groups', groups: ['board'], right: 'view' } }))
          .status,
        400,
      );
    });

    it("shows two editors each other's presence and saves", async () => {
      const { dashboard } = await made(cora, canvasOf('Together', { chart: CHART }));
      const path = `dashboards/${dashboard.id}`;
      await cora('PUT', `${path}/sharing`, { body: { with: 'workspace', right: 'edit' } });
      const beat = (client: BuilderClient, session: string, doing = 'editing') =>
        client<Presence>('POST', `${path}/presence`, { body: { session, doing } });
      assert.deepEqual((await beat(cora, 'session-cora')).body.others, []);
      const { body } = await beat(carl, 'session-carl', 'viewing');
      assert.deepEqual(
        body.others.map(({ username, doing, me }) => ({ username, doing, me })),
        [{ username: 'cora@customer.example', doing: 'editing', me: false }],
      );
      assert.equal((await cora('GET', path)).body.others[0]?.username, 'carl@customer.example');
      await carl('PUT', path, { body: canvasOf('Together!', { chart: CHART }), ifMatch: '*' });
      const after = await beat(cora, 'session-cora');
      assert.deepEqual(
        [after.body.revision, after.body.updatedBy],
        [dashboard.revision + 1, 'carl@customer.example'],
      );
      assert.equal((await beat(carl, 'session-carl', 'left')).status, 200);
      assert.deepEqual((await beat(cora, 'session-cora')).body.others, []);
      // Who only looks is told of nobody, and nobody of them.
      assert.deepEqual((await beat(viola, 'session-viola')).body.others, []);
      assert.deepEqual((await beat(cora, 'session-cora')).body.others, []);
    });

    it("renders the list and a dashboard without scripts, including the viewer's own drafts", async () => {
      const { dashboard } = await made(
        cora,
        canvasOf('Painted', { chart: CHART }, { text: 'Hello **you**' }),
      );
      const context = { username: 'cora@customer.example', privileges: { sales: ['contribute'] } };
      const token = await viewerToken(setup, context);
      const list = await openPage(inlay, 'b-sales', { token });
      assert.equal(list.status, 200);
      assert.match(list.html, /Painted/);
      assert.equal(list.state.kind, 'builder');
      const page = await openPage(inlay, 'b-sales', { token, dashboard: dashboard.id, dataset: 'sales' });
      assert.match(page.html, /<svg/);
      assert.match(page.html, /Hello <strong>you<\/strong>/);
      assert.deepEqual(
        [page.state.kind, page.state.dashboardId, page.state.dataset],
        ['builder', dashboard.id, 'sales'],
      );
      const other = await viewerToken(setup, { privileges: { sales: ['view'] } });
      const refused = await openPage(inlay, 'b-sales', { token: other, dashboard: dashboard.id });
      assert.equal(refused.status, 404);
      assert.doesNotMatch(refused.html, /Painted/);
    });

    it("lists viewers' drafts for administrators only on request, and audits it", async () => {
      const { dashboard } = await made(cora, canvasOf('Private draft', { chart: CHART }));
      const titles = async (path: string) =>
        ((await admin('GET', path)).body.data as unknown as readonly { title: string }[]).map(
          ({ title }) => title,
        );
      assert.ok(!(await titles('dashboards?limit=200')).includes('Private draft'));
      assert.ok((await titles('dashboards?limit=200&owned=true')).includes('Private draft'));
      assert.equal((await admin('GET', `dashboards/${dashboard.id}`)).status, 200);
      const { body } = await admin('GET', 'audit-events?limit=50');
      const actions = (body.data as unknown as readonly { action: string; target: string }[]).map(
        ({ action, target }) => `${action} ${target}`,
      );
      assert.ok(actions.includes(`dashboard.read-private ${dashboard.id}`), actions.join('\n'));
      assert.ok(actions.some((action) => action.startsWith('dashboard.list-private')));
    });
  });
}
