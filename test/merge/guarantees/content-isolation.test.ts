import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { deleteTenant } from '@inlay/server/features/provisioning/delete-tenant';
import {
  type ContentClient,
  contentClient,
  dashboardOf,
  makeOrders,
  PASSWORD,
  storyOf,
  TILE,
} from '../../support/content/content-client.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { storeWith } from '../../support/server/worlds.ts';

const HOST = 'acme.inlay.test';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`content isolation between tenants on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let demo: ContentClient;
    let acme: ContentClient;

    /** Calls as a request to the other tenant's host: what a proxy in front of both would send. */
    const atAcme =
      (token: string | undefined): ContentClient =>
      async (method, path, options = {}) => {
        const response = await inlay.http.inject({
          method: method as 'GET',
          url: path.startsWith('/') ? path : `/api/v0/${path}`,
          headers: {
            host: HOST,
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
          },
          ...(options.body === undefined ? {} : { payload: options.body as object }),
        });
        const headers = response.headers as IncomingHttpHeaders;
        return { status: response.statusCode, headers, body: JSON.parse(response.body || 'null') };
      };

    before(async () => {
      store = await storeWith('started', makeStore);
      inlay = await startInlay(store);
      demo = contentClient(inlay, await logInAs(inlay.url));
      await createTenant(inlay.services, {
        id: 'acme',
        publicUrl: new URL(`http://${HOST}`),
        adminUsername: 'admin@acme.test',
        adminPassword: PASSWORD,
      });
      const credentials = { username: 'admin@acme.test', password: PASSWORD };
      const { body } = await atAcme(undefined)('POST', '/api/login', { body: credentials });
      acme = atAcme(String(body.token));
      for (const client of [demo, acme]) {
        await makeOrders(client);
        await client('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } });
        await client('POST', 'tiles', { body: { id: 'shared-id', appId: 'sales', ...TILE } });
      }
      await acme('POST', 'tiles', {
        body: { id: 'acme-only', appId: 'sales', ...TILE, title: 'Acme secret' },
      });
      await acme('POST', 'tiles/acme-only/publish');
      const target = { kind: 'tile', id: 'acme-only' };
      await acme('POST', 'embeds', { body: { id: 'acme-embed', alias: 'home', title: 'E', target } });
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    it("responds with 404 to reads and changes of another tenant's content", async () => {
      const requests: readonly (readonly [string, string, object?])[] = [
        ['GET', 'tiles/acme-only'],
        ['PATCH', 'tiles/acme-only', { title: 'Mine now' }],
        ['DELETE', 'tiles/acme-only'],
        ['POST', 'tiles/acme-only/publish'],
        ['POST', 'tiles/acme-only/archive'],
        ['GET', 'tiles/acme-only/versions'],
        ['GET', 'tiles/acme-only/versions/1'],
        ['POST', 'tiles/acme-only/versions/1/restore'],
        ['GET', 'tiles/acme-only/diff'],
        ['GET', 'embeds/acme-embed'],
        ['GET', 'embeds/home'],
      ];
      for (const [method, path, body] of requests) {
        const { status } = await demo(method, path, { ...(body ? { body } : {}), ifMatch: '*' });
        assert.equal(status, 404, `${method} ${path}`);
      }
      const { body } = await demo('GET', 'tiles?q=secret');
      assert.deepEqual(body.data, []);
      assert.equal((await acme('GET', 'tiles/acme-only')).body.title, 'Acme secret');
    });

    it('refuses references to content of another tenant', async () => {
      for (const [kind, content] of [
        ['dashboards', dashboardOf('acme-only')],
        ['stories', storyOf('acme-only')],
      ] as const) {
        const { status } = await demo('POST', kind, { body: { appId: 'sales', ...content } });
        assert.equal(status, 400, kind);
      }
      const embed = { title: 'E', target: { kind: 'tile', id: 'acme-only' } };
      assert.equal((await demo('POST', 'embeds', { body: embed })).status, 400);
    });

    it('keeps equal identifiers and aliases of two tenants apart', async () => {
      await demo('PATCH', 'tiles/shared-id', { body: { title: 'Demo title' }, ifMatch: '"1"' });
      assert.equal((await acme('GET', 'tiles/shared-id')).body.title, TILE.title);
      const embed = { alias: 'home', title: 'E', target: { kind: 'tile', id: 'shared-id' } };
      assert.equal((await demo('POST', 'embeds', { body: embed })).status, 201);
    });

    it('refuses a login token of one tenant at another', async () => {
      const token = await logInAs(inlay.url);
      assert.equal((await atAcme(token)('GET', 'tiles')).status, 401);
      assert.equal((await call(`${inlay.url}/api/v0/tiles`, { token })).status, 200);
    });

    it('deletes all content with its tenant and nothing of another', async () => {
      await deleteTenant(inlay.services, 'acme' as never);
      for (const table of [
        'content_items',
        'content_revisions',
        'content_references',
        'embed_names',
      ] as const) {
        const rows = await inlay.services.store.everyTenant.selectFrom(table).select('tenant_id').execute();
        assert.ok(rows.length > 0 && rows.every(({ tenant_id }) => tenant_id === 'demo'), table);
      }
    });
  });
}
