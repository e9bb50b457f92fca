import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDocument, DashboardVersion, Presence } from '@inlay/content/builder';
import {
  type BuilderClient,
  builderClient,
  CHART,
  canvasOf,
  made,
  person,
} from '../../../support/builder/builder-world.ts';
import { type ContentClient, contentClient, PASSWORD } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const ADMIN = 'admin@demo.test';
const LEAVING = ['deleted@vendor.example', 'demoted@vendor.example'] as const;
const KEY = 'Nightly deploy';

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`names in a Dashboard Builder, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let cora: BuilderClient;
    let author: BuilderClient;
    let ofAdministrator: string;
    const id = 'board';
    const path = `dashboards/${id}`;
    const beat = (client: BuilderClient, session: string, at = path) =>
      client<Presence>('POST', `${at}/presence`, { body: { session, doing: 'editing' } });
    const authorFor = async (client: ContentClient) => {
      const minted = await client('POST', 'embeds/b-sales/author-token');
      return builderClient(inlay, (minted.body as unknown as { token: string }).token);
    };

    before(async () => {
      ({ store, inlay, setup, admin } = await startWorld('builders', makeStore));
      const items = canvasOf('Board', { tile: 'revenue' }).items;
      const { status, body } = await admin('POST', 'dashboards', {
        body: { id, appId: 'sales', title: 'Board', items },
      });
      assert.equal(status, 201, JSON.stringify(body));
      cora = await person(inlay, setup, 'cora', ['contribute', 'validate'], { groups: ['emea'] });
      author = await authorFor(admin);
      const mine = await made(author, canvasOf('Made by an administrator', { tile: 'revenue' }));
      ofAdministrator = `dashboards/${mine.dashboard.id}`;
      const sharing = { with: 'workspace', right: 'edit' };
      assert.equal((await author('PUT', `${ofAdministrator}/sharing`, { body: sharing })).status, 200);
      await beat(author, 'session-admin');
      await beat(author, 'session-admin', ofAdministrator);
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    /** Every response that could name somebody, for a viewer with all privileges. */
    const responsesTo = async (at: string): Promise<Readonly<Record<string, unknown>>> => {
      const token = await viewerToken(setup, {
        username: 'carl@customer.example',
        privileges: { sales: ['contribute', 'validate'] },
      });
      const dashboard = at.slice('dashboards/'.length);
      const opened = async (page: ReturnType<typeof openPage>) => {
        const { status, html } = await page;
        assert.equal(status, 200);
        return html;
      };
      const bodyOf = async (
        response: Promise<{ status: number; body: unknown }>,
        expected = 200,
      ): Promise<unknown> => {
        const { status, body } = await response;
        assert.equal(status, expected, JSON.stringify(body));
        return body;
      };
      return {
        presence: await bodyOf(beat(cora, 'session-cora', at)),
        stale: await bodyOf(cora('PUT', at, { body: canvasOf('Stale'), ifMatch: 99 }), 412),
        list: await bodyOf(cora('GET', '')),
        opened: await bodyOf(cora('GET', `?dashboard=${dashboard}`)),
        search: await bodyOf(cora('GET', 'dashboards?q=')),
        document: await bodyOf(cora('GET', at)),
        versions: await bodyOf(cora('GET', `${at}/versions`)),
        view: await bodyOf(cora('POST', `${at}/view`, { body: { width: 800 } })),
        page: await opened(openPage(inlay, 'b-sales', { token })),
        opening: await opened(openPage(inlay, 'b-sales', { token, dashboard })),
      };
    };
    const assertNotNamed = async (...names: readonly string[]) => {
      for (const at of [path, ofAdministrator])
        for (const [where, response] of Object.entries(await responsesTo(at))) {
          const text = JSON.stringify(response);
          assert.ok(text.length > 20, where);
          for (const name of names) assert.ok(!text.includes(name), `${where} of ${at}: ${text}`);
        }
    };

    it("of administrators are in no response to a customer's viewer", async () => {
      await assertNotNamed(ADMIN);
      const { stale, document } = await responsesTo(path);
      assert.match(JSON.stringify(stale), /An administrator changed this/);
      const { dashboard, others } = document as BuilderDocument;
      assert.equal(dashboard.updatedBy, null);
      assert.deepEqual(
        others.map(({ username }) => username),
        [null],
      );
    });

    it('of former administrators and API keys stay hidden once their accounts are gone', async () => {
      const accounts: string[] = [];
      for (const username of LEAVING) {
        const user = { username, password: PASSWORD, roles: ['ADMIN'] };
        const { status, body } = await admin('POST', 'users', { body: user });
        assert.equal(status, 201, JSON.stringify(body));
        accounts.push((body as unknown as { id: string }).id);
        const client = contentClient(inlay, await logInAs(inlay.url, { username, password: PASSWORD }));
        const change = { body: { title: `Board of ${accounts.length}` }, ifMatch: '*' };
        assert.equal((await client('PATCH', path, change)).status, 200);
        const builder = await authorFor(client);
        for (const at of [path, ofAdministrator]) {
          const body = canvasOf(`Arranged ${accounts.length}`, { tile: 'revenue' });
          assert.equal((await builder('PUT', at, { body, ifMatch: '*' })).status, 200);
          await beat(builder, `session-${accounts.length}`, at);
        }
        assert.equal((await builder('POST', `${path}/publish`, { body: {} })).status, 200);
        await made(builder, canvasOf(`Owned ${accounts.length}`, { tile: 'revenue' })).then(({ dashboard }) =>
          builder('POST', `dashboards/${dashboard.id}/submit`, { body: { comment: 'Please' } }),
        );
      }
      const key = await admin('POST', 'api-keys', {
        body: { name: KEY, scopes: ['content:read', 'content:write'] },
      });
      assert.equal(key.status, 201, JSON.stringify(key.body));
      const program = contentClient(inlay, (key.body as unknown as { key: string }).key);
      const byNight = { body: { title: 'Board by night' }, ifMatch: '*' };
      assert.equal((await program('PATCH', path, byNight)).status, 200);
      await assertNotNamed(ADMIN, ...LEAVING, KEY);

      assert.equal((await admin('DELETE', `users/${accounts[0]}`)).status, 204);
      assert.equal((await admin('PATCH', `users/${accounts[1]}`, { body: { roles: ['USER'] } })).status, 200);
      assert.equal((await admin('DELETE', `api-keys/${key.body.id}`)).status, 204);
      await assertNotNamed(ADMIN, ...LEAVING, KEY);
    });

    it('of an administrator are hidden from the other viewers of an embed that they use, too', async () => {
      const signed = builderClient(
        inlay,
        await viewerToken(setup, { username: ADMIN, privileges: { sales: ['contribute'] } }),
      );
      const body = canvasOf('Board of a guest', { tile: 'revenue' });
      assert.equal((await signed('PUT', path, { body, ifMatch: '*' })).status, 200);
      await assertNotNamed(ADMIN);
    });

    it('of viewers are those that they work under, for colleagues and administrators', async () => {
      const body = canvasOf('Board of Cora', { chart: CHART });
      assert.equal((await cora('PUT', path, { body, ifMatch: '*' })).status, 200);
      const carl = await person(inlay, setup, 'carl', ['contribute']);
      for (const client of [carl, author]) {
        const { body: read } = await client('GET', path);
        assert.equal(read.dashboard.updatedBy, 'cora@customer.example');
      }
      const { body: history } = await carl<{ data: readonly DashboardVersion[] }>('GET', `${path}/versions`);
      assert.equal(history.data[0]?.author, 'cora@customer.example');
      const { others } = (await beat(author, 'session-admin')).body;
      assert.ok(others.some(({ username }) => username === 'cora@customer.example'));

      const byAdmin = { body: { title: 'Board of an administrator' }, ifMatch: '*' };
      assert.equal((await admin('PATCH', path, byAdmin)).status, 200);
      assert.equal((await carl('GET', path)).body.dashboard.updatedBy, null);
    });
  });
