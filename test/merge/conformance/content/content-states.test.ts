import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ContentClient,
  contentClient,
  dashboardOf,
  makeOrders,
  storyOf,
  TILE,
  userClient,
} from '../../../support/content/content-client.ts';
import { exchange, goodClaims, setUpEmbedding, signJwt } from '../../../support/embeds/embed-client.ts';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

const kinds = { tiles: TILE, stories: storyOf('base'), dashboards: dashboardOf('base') } as const;
const callers = ['admin', 'view', 'contribute', 'validate', 'both', 'nothing', 'other'] as const;
type Who = (typeof callers)[number];
/** The decision is the same for all kinds: for the others it is enough to see that it is asked. */
const fewCallers: readonly Who[] = ['view', 'contribute', 'validate'];

/** How to bring a fresh draft into each state, as an administrator. */
const pathTo = {
  draft: [],
  'in-review': ['submit'],
  published: ['publish'],
  archived: ['archive'],
} as const;
type State = keyof typeof pathTo;

/** Who gets a 2xx for what, in which state. The others that see the item get 401, and those who do not, 404. */
const permitted: Readonly<Record<State, Readonly<Record<string, readonly Who[]>>>> = {
  draft: {
    edit: ['admin', 'contribute', 'both'],
    submit: ['admin', 'contribute', 'both'],
    publish: ['admin', 'both'],
    return: [],
    archive: ['admin', 'validate', 'both'],
    unarchive: [],
    delete: ['admin', 'contribute', 'validate', 'both'],
  },
  'in-review': {
    edit: ['admin', 'contribute', 'both'],
    submit: [],
    publish: ['admin', 'validate', 'both'],
    return: ['admin', 'validate', 'both'],
    archive: ['admin', 'validate', 'both'],
    unarchive: [],
    delete: ['admin', 'contribute', 'validate', 'both'],
  },
  published: {
    edit: ['admin', 'contribute', 'both'],
    submit: [],
    publish: [],
    return: [],
    archive: ['admin', 'validate', 'both'],
    unarchive: [],
    delete: ['admin', 'validate', 'both'],
  },
  archived: {
    edit: [],
    submit: [],
    publish: [],
    return: [],
    archive: [],
    unarchive: ['admin', 'validate', 'both'],
    delete: ['admin', 'contribute', 'validate', 'both'],
  },
};

const seesWorkingCopy: readonly Who[] = ['admin', 'contribute', 'validate', 'both'];

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`states and privileges of content on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let who: Readonly<Record<Who, ContentClient>>;
    let count = 0;

    before(async () => {
      store = await storeWith('started', makeStore);
      inlay = await startInlay(store);
      const admin = contentClient(inlay, await logInAs(inlay.url));
      await makeOrders(admin);
      for (const id of ['sales', 'hr']) {
        const body = { id, title: id, workspaceId: 'main', datasets: ['orders'] };
        await admin('POST', 'apps', { body });
      }
      await admin('POST', 'tiles', { body: { id: 'base', appId: 'sales', ...TILE } });
      await admin('POST', 'tiles/base/publish');
      const user = (name: string, privileges: string[], app = 'sales') =>
        userClient(inlay, admin, `${name}@demo.test`, { [app]: privileges });
      who = {
        admin,
        view: await user('view', ['view']),
        contribute: await user('contribute', ['contribute']),
        validate: await user('validate', ['validator']),
        both: await user('both', ['contribute', 'validate']),
        nothing: await user('nothing', []),
        other: await user('other', ['view', 'contribute', 'validate'], 'hr'),
      };
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    async function itemIn(state: State, kind: keyof typeof kinds): Promise<string> {
      const id = `item-${count++}`;
      await who.admin('POST', kind, { body: { id, appId: 'sales', ...kinds[kind] } });
      for (const move of pathTo[state]) await who.admin('POST', `${kind}/${id}/${move}`);
      return `${kind}/${id}`;
    }

    function act(client: ContentClient, action: string, path: string) {
      if (action === 'edit') return client('PATCH', path, { body: { title: 'Edited' }, ifMatch: '*' });
      if (action === 'delete') return client('DELETE', path);
      if (action === 'publish together') {
        const [plural = '', id] = path.split('/');
        const items = [{ kind: plural === 'stories' ? 'story' : plural.slice(0, -1), id }];
        return client('POST', 'apps/sales/publish', { body: { items } });
      }
      return client('POST', `${path}/${action}`, action === 'return' ? { body: { comment: 'Why?' } } : {});
    }

    it('lists to each caller exactly what that caller can read', async () => {
      for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
        for (const state of Object.keys(pathTo) as State[]) await itemIn(state, kind);
      for (const kind of ['apps', ...Object.keys(kinds)]) {
        const { body } = await who.admin('GET', `${kind}?limit=200`);
        const all = (body.data as unknown as { id: string }[]).map(({ id }) => id);
        for (const name of callers) {
          const readable = new Set<string>();
          for (const id of all)
            if ((await who[name]('GET', `${kind}/${id}`)).status === 200) readable.add(id);
          const list = await who[name]('GET', `${kind}?limit=200`);
          const listed = (list.body.data as unknown as { id: string }[]).map(({ id }) => id);
          assert.deepEqual(
            listed,
            all.filter((id) => readable.has(id)),
            `${name} ${kind}`,
          );
        }
      }
    });

    it('explains in addition to the fixed 401 that publishing requires validate', async () => {
      const { status, headers, body } = await who.contribute(
        'POST',
        `${await itemIn('draft', 'tiles')}/publish`,
      );
      assert.equal(status, 401);
      assert.deepEqual(body as object, { statusCode: 401, message: 'Unauthorized' });
      assert.match(
        String(headers['www-authenticate']),
        /^Bearer error="insufficient_scope", error_description="Publishing requires the privilege 'validate'/,
      );
    });

    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
      for (const state of Object.keys(permitted) as State[]) {
        it(`limits changes to ${state} ${kind} to the caller's privileges`, async () => {
          const asked = kind === 'tiles' ? callers : fewCallers;
          const { publish = [] } = permitted[state];
          const actions = { ...permitted[state], 'publish together': publish };
          const cases = Object.entries(actions).flatMap(([action, allowed]) =>
            asked.map((name) => ({ action, name, isAllowed: allowed.includes(name) })),
          );
          await Promise.all(
            cases.map(async ({ action, name, isAllowed }) => {
              const { status } = await act(who[name], action, await itemIn(state, kind));
              const sees = seesWorkingCopy.includes(name) || (name === 'view' && state === 'published');
              const refusals = sees ? (name === 'admin' ? [409] : [401, 409]) : [404];
              const expected = isAllowed ? [200, 204] : refusals;
              assert.ok(expected.includes(status), `${name} ${action} ${state} ${kind}: ${status}`);
            }),
          );
        });
      }
    }

    it('shows viewers only the published version while the next one is edited', async () => {
      const path = await itemIn('published', 'tiles');
      await who.contribute('PATCH', path, { body: { title: 'Not ready' }, ifMatch: '*' });
      const seen = await who.view('GET', path);
      assert.equal(seen.body.title, TILE.title);
      assert.equal(seen.body.state, 'published');
      assert.equal(seen.body.updatedBy, null);
      assert.equal(seen.headers.etag, '"v1"');
      assert.equal((await who.validate('GET', path)).body.title, 'Not ready');
      const search = async (client: ContentClient, q: string) =>
        ((await client('GET', `tiles?q=${q}`)).body.meta as unknown as { total: number }).total;
      assert.equal(await search(who.view, 'Not%20ready'), 0);
      assert.ok((await search(who.contribute, 'Not%20ready')) > 0);
      assert.equal((await who.view('GET', `${path}/versions`)).status, 401);
      await who.validate('POST', `${path}/archive`);
      assert.equal((await who.view('GET', path)).status, 404);
    });

    it('requires a comment to return content from review', async () => {
      const path = await itemIn('in-review', 'stories');
      const silent = await who.validate('POST', `${path}/return`);
      assert.equal(silent.status, 400);
      assert.match(String(silent.body.message), /^\/comment is required/);
      const returned = await who.validate('POST', `${path}/return`, {
        body: { comment: 'Cite the source.' },
      });
      assert.equal(returned.body.state, 'draft');
      assert.equal((await who.contribute('GET', path)).body.comment, 'Cite the source.');
    });

    it('returns content in review to draft when it is edited', async () => {
      const path = await itemIn('in-review', 'tiles');
      const edited = await who.contribute('PATCH', path, { body: { title: 'One more thing' }, ifMatch: '*' });
      assert.equal(edited.body.state, 'draft');
      assert.equal((await who.validate('POST', `${path}/publish`)).status, 401);
    });

    it('publishes a dashboard only after its tiles, and refuses to archive a tile in use', async () => {
      await who.admin('POST', 'tiles', { body: { id: 'late', appId: 'sales', ...TILE } });
      await who.admin('POST', 'dashboards', {
        body: { id: 'early', appId: 'sales', ...dashboardOf('late') },
      });
      const refused = await who.admin('POST', 'dashboards/early/publish');
      assert.equal(refused.status, 409);
      assert.equal(
        refused.body.message,
        'A tile has never been published: “Revenue by month”. Publish it with this dashboard, or first.',
      );
      const late = { kind: 'tile', id: 'late', appId: 'sales', title: 'Revenue by month' };
      assert.deepEqual(refused.body.details, { tiles: [late] });
      await who.admin('POST', 'tiles/late/publish');
      assert.equal((await who.admin('POST', 'dashboards/early/publish')).status, 200);
      const shown = await who.admin('POST', 'tiles/late/archive');
      assert.equal(shown.status, 409);
      assert.match(String(shown.body.message), /dashboard “Sales”/);
    });

    /** A dashboard with a new tile and with one whose next version is a draft. */
    async function dashboardWithDrafts(): Promise<{ dashboard: string; fresh: string; changed: string }> {
      const [fresh, changed] = ['fresh', 'changed'].map((name) => `${name}-${count++}`) as [string, string];
      const dashboard = `whole-${count++}`;
      for (const id of [fresh, changed])
        await who.admin('POST', 'tiles', { body: { id, appId: 'sales', ...TILE, title: id } });
      await who.admin('POST', `tiles/${changed}/publish`);
      await who.admin('PATCH', `tiles/${changed}`, { body: { title: 'Changed' }, ifMatch: '*' });
      const body = { id: dashboard, appId: 'sales', ...dashboardOf(changed, 'base', fresh) };
      await who.admin('POST', 'dashboards', { body });
      return { dashboard, fresh, changed };
    }

    it('lists the tiles of a dashboard that are not published, the new ones first', async () => {
      const { dashboard, fresh, changed } = await dashboardWithDrafts();
      const path = `dashboards/${dashboard}/unpublished-tiles`;
      const { body } = await who.contribute('GET', path);
      assert.partialDeepStrictEqual(body, {
        tiles: [
          { id: fresh, title: fresh, state: 'draft', publishedVersion: null, revision: 1 },
          { id: changed, title: 'Changed', state: 'draft', publishedVersion: 1, revision: 3 },
        ],
      });
      assert.equal((await who.view('GET', path)).status, 404);
      await who.admin('POST', `tiles/${fresh}/publish`);
      await who.admin('POST', `dashboards/${dashboard}/publish`);
      assert.equal((await who.view('GET', path)).status, 401);
      assert.equal((await who.other('GET', path)).status, 404);
    });

    it('publishes a dashboard together with its tiles', async () => {
      const { dashboard, fresh } = await dashboardWithDrafts();
      const items = [
        { kind: 'dashboard', id: dashboard, revision: 1 },
        { kind: 'tile', id: fresh, revision: 1 },
      ];
      const body = { items, comment: 'First version.' };
      const published = await who.both('POST', 'apps/sales/publish', { body });
      assert.equal(published.status, 200, JSON.stringify(published.body));
      assert.partialDeepStrictEqual(published.body, {
        items: [
          { kind: 'dashboard', id: dashboard, title: 'Sales', publishedVersion: 1, revision: 2 },
          { kind: 'tile', id: fresh, title: fresh, publishedVersion: 1, revision: 2 },
        ],
      });
      for (const path of [`dashboards/${dashboard}`, `tiles/${fresh}`])
        assert.partialDeepStrictEqual((await who.both('GET', path)).body, {
          state: 'published',
          comment: 'First version.',
          updatedBy: 'both@demo.test',
        });
    });

    it('publishes nothing if one item is refused, and names each refused item by title', async () => {
      const { dashboard, fresh, changed } = await dashboardWithDrafts();
      const items = [
        { kind: 'tile', id: fresh },
        { kind: 'tile', id: changed, revision: 2 },
        { kind: 'tile', id: 'base' },
        { kind: 'dashboard', id: dashboard },
      ];
      const { status, body } = await who.admin('POST', 'apps/sales/publish', { body: { items } });
      assert.equal(status, 409, JSON.stringify(body));
      assert.match(
        String(body.message),
        /^Nothing was published. “Changed”: .* changed this in the meantime/,
      );
      assert.partialDeepStrictEqual(body.details as unknown as object, {
        refused: [
          { kind: 'tile', id: changed, title: 'Changed', appId: 'sales', code: 'STALE_VERSION' },
          { kind: 'tile', id: 'base', title: TILE.title, appId: 'sales', code: 'CONFLICT' },
        ],
      });
      for (const path of [`tiles/${fresh}`, `dashboards/${dashboard}`])
        assert.equal((await who.admin('GET', path)).body.state, 'draft', path);
    });

    it('publishes no item of another app and none twice', async () => {
      const path = await itemIn('draft', 'tiles');
      const item = { kind: 'tile', id: path.split('/')[1] };
      const elsewhere = await who.admin('POST', 'apps/hr/publish', { body: { items: [item] } });
      assert.equal(elsewhere.status, 404);
      const twice = await who.admin('POST', 'apps/sales/publish', { body: { items: [item, item] } });
      assert.equal(twice.status, 400);
      assert.match(String(twice.body.message), /^\/items\/1 repeats an item/);
      assert.equal((await who.admin('GET', path)).body.state, 'draft');
    });

    it('publishes nothing if the caller lacks the right for one item', async () => {
      const [submitted, draft] = [await itemIn('in-review', 'tiles'), await itemIn('draft', 'tiles')];
      const items = [submitted, draft].map((path) => ({ kind: 'tile', id: path.split('/')[1] }));
      const { status } = await who.validate('POST', 'apps/sales/publish', { body: { items } });
      assert.equal(status, 401);
      assert.equal((await who.admin('GET', submitted)).body.state, 'in-review');
    });

    it("limits privileges to the caller's workspace", async () => {
      await who.admin('POST', 'workspaces', { body: { id: 'elsewhere', name: 'Elsewhere' } });
      const all = { sales: ['view', 'contribute', 'validate'] };
      const outside = await userClient(inlay, who.admin, 'outside@demo.test', all, 'elsewhere');
      const nowhere = await userClient(inlay, who.admin, 'nowhere@demo.test', all, null);
      for (const client of [outside, nowhere]) {
        assert.equal((await client('GET', 'tiles/base')).status, 404);
        assert.equal(((await client('GET', 'tiles')).body.meta as unknown as { total: number }).total, 0);
        const { status, body } = await client('POST', 'tiles', { body: { appId: 'sales', ...TILE } });
        assert.equal(status, 400);
        assert.match(String(body.message), /^\/appId refers to an app that does not exist/);
      }
    });

    it('hides an archived app and its content from everyone except administrators', async () => {
      const reader = await userClient(inlay, who.admin, 'reader@demo.test', { hr: ['view', 'contribute'] });
      await who.admin('POST', 'tiles', { body: { id: 'hr-tile', appId: 'hr', ...TILE } });
      await who.admin('POST', 'tiles/hr-tile/publish');
      assert.equal((await reader('GET', 'tiles/hr-tile')).status, 200);
      await who.admin('POST', 'apps/hr/archive');
      assert.equal((await reader('GET', 'tiles/hr-tile')).status, 404);
      assert.equal((await reader('GET', 'apps/hr')).status, 404);
      assert.equal(((await reader('GET', 'tiles')).body.meta as unknown as { total: number }).total, 0);
      assert.equal((await who.admin('POST', 'tiles', { body: { appId: 'hr', ...TILE } })).status, 409);
      await who.admin('POST', 'apps/hr/unarchive');
      assert.equal((await reader('GET', 'tiles/hr-tile')).status, 200);
    });

    it('lets only administrators manage apps and embeds', async () => {
      const embed = { id: 'e', title: 'E', target: { kind: 'tile', id: 'base' } };
      await who.admin('POST', 'embeds', { body: embed });
      assert.equal((await who.both('POST', 'embeds', { body: { ...embed, id: 'f' } })).status, 401);
      assert.equal((await who.both('PATCH', 'embeds/e', { body: { title: 'F' }, ifMatch: '*' })).status, 401);
      assert.equal((await who.both('DELETE', 'apps/sales')).status, 401);
      assert.equal((await who.both('GET', 'embeds/e')).status, 200);
      assert.equal((await who.other('GET', 'embeds/e')).status, 404);
    });

    it('refuses embed tokens, even with ADMIN', async () => {
      const setup = await setUpEmbedding(inlay);
      const context = {
        username: 'x',
        workspace_id: 'main',
        roles: ['ADMIN'],
        privileges: { sales: ['contribute'] },
      };
      const { body } = await exchange(setup, signJwt({ ...goodClaims(setup), embed_context: context }));
      const { status } = await call(`${inlay.url}/api/v0/tiles`, { token: body.access_token as string });
      assert.equal(status, 401);
    });
  });
}
