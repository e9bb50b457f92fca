import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { PreviewToken } from '@inlay/protocol/explanation';
import { builderClient, canvasOf, made as created, person } from '../../../support/builder/builder-world.ts';
import {
  type ContentClient,
  contentClient,
  PASSWORD,
  userClient,
} from '../../../support/content/content-client.ts';
import { describeBuilders } from '../../../support/embeds/describe-embedding.ts';
import { CONTEXT } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

describeBuilders('an author token', STORES, (given) => {
  let admin: ContentClient;
  before(async () => {
    admin = given.admin;
  });

  const mint = (id: string, token = given.setup.adminToken) =>
    call<PreviewToken>(`${given.inlay.url}/api/v0/embeds/${id}/author-token`, { method: 'POST', token });
  const author = async () => {
    const { status, body } = await mint('b-sales');
    assert.equal(status, 201, JSON.stringify(body));
    return body.token;
  };

  it('lets an administrator change and publish a dashboard of the app in the builder', async () => {
    const made = await admin('POST', 'dashboards', { body: { appId: 'sales', title: 'Board', items: [] } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body;
    const builder = builderClient(given.inlay, await author());
    const opened = await builder('GET', `dashboards/${id}`);
    assert.equal(opened.status, 200, JSON.stringify(opened.body));
    const ifMatch = String(opened.headers.etag);
    const body = canvasOf('Board, arranged', { tile: 'revenue' });
    const saved = await builder('PUT', `dashboards/${id}`, { body, ifMatch });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    const published = await builder('POST', `dashboards/${id}/publish`, { body: {} });
    assert.equal(published.status, 200, JSON.stringify(published.body));
    const read = await admin('GET', `dashboards/${id}`);
    assert.equal(read.body.title, 'Board, arranged');
    assert.equal(read.body.state, 'published');
  });

  it('shows all parts and all rows, regardless of the rules for viewers', async () => {
    const rule = { context: 'groups', operator: 'contains', value: 'nobody' };
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue', visibility: rule }];
    const made = await admin('POST', 'dashboards', { body: { appId: 'sales', title: 'Ruled', items } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const builder = builderClient(given.inlay, await author());
    const path = `dashboards/${made.body.id}`;
    const opened = await builder('GET', path);
    assert.equal(opened.body.content.items.length, 1);
    const tile = await builder<{ html: string }>('POST', `${path}/tiles/revenue`, { body: {} });
    assert.equal(tile.status, 200, JSON.stringify(tile.body));
    for (const product of ['Coffee', 'Cocoa']) assert.match(JSON.stringify(tile.body), new RegExp(product));

    // Arranging keeps the rules, which the builder never sees.
    const ifMatch = String(opened.headers.etag);
    const body = canvasOf('Ruled, moved', { tile: 'revenue', w: 12 });
    assert.equal((await builder('PUT', path, { body, ifMatch })).status, 200);
    const [item] = (await admin('GET', path)).body.items as unknown as { w: number; visibility: object }[];
    assert.deepEqual([item?.w, item?.visibility], [12, rule]);
  });

  it('opens that builder and nothing else, and no API', async () => {
    const token = await author();
    for (const other of ['b-plain', 'b-hr', 'b-far', 'e-tile'])
      assert.equal((await openPage(given.inlay, other, { token })).status, 403, other);
    assert.equal((await call(`${given.inlay.url}/api/v0/users`, { token })).status, 401);
  });

  it('is issued for builders only, to administrators only, and audited', async () => {
    assert.equal((await mint('e-tile')).status, 409);
    assert.equal((await mint('no-such')).status, 404);
    const user = await userClient(given.inlay, admin, 'plain@customer.example', {});
    assert.equal((await user('POST', 'embeds/b-sales/author-token')).status, 401);
    await author();
    const { body } = await admin('GET', 'audit-events?action=embed.author');
    const { data } = body as unknown as { data: { target: string; details: { as: string } }[] };
    const [event] = data;
    assert.equal(event?.target, 'b-sales');
    assert.equal(event?.details.as, 'admin@demo.test');
  });

  it('is revoked with all other tokens', async () => {
    const token = await author();
    assert.equal((await builderClient(given.inlay, token)('GET', '')).status, 200);
    assert.equal((await admin('POST', 'embed-settings/revoke-tokens')).status, 204);
    assert.equal((await builderClient(given.inlay, token)('GET', '')).status, 401);
  });

  for (const change of [
    { roles: ['USER'] },
    { adminRole: 'auditor' },
    { adminRole: 'data-manager' },
  ] as const)
    it(`ends immediately when its owner may no longer write content: ${JSON.stringify(change)}`, async () => {
      const username = `leaving-${Object.values(change)}@customer.example`;
      const made = await admin('POST', 'users', { body: { username, password: PASSWORD, roles: ['ADMIN'] } });
      const token = await logInAs(given.inlay.url, { username, password: PASSWORD });
      const builder = builderClient(given.inlay, (await mint('b-sales', token)).body.token);
      assert.equal((await builder('GET', '')).status, 200);
      const { status } = await admin('PATCH', `users/${made.body.id}`, { body: change });
      assert.equal(status, 200);
      assert.equal((await builder('GET', '')).status, 401);
    });

  it('differs from a preview token, which can change nothing regardless of its privileges', async () => {
    const { body } = await call<PreviewToken>(`${given.inlay.url}/api/v0/embeds/b-sales/preview-token`, {
      token: given.setup.adminToken,
      body: { context: { ...CONTEXT, privileges: { sales: ['view', 'contribute', 'validate'] } } },
    });
    const refused = await builderClient(given.inlay, body.token)('POST', 'dashboards', {
      body: { content: canvasOf('Mine') },
    });
    assert.equal(refused.status, 403, JSON.stringify(refused.body));
  });
});

describeBuilders('an author token of an app', STORES, (given) => {
  let admin: ContentClient;
  before(() => {
    admin = given.admin;
  });

  const mint = (app: string, token = given.setup.adminToken) =>
    call<PreviewToken & { readonly embedId: string }>(`${given.inlay.url}/api/v0/apps/${app}/author-token`, {
      method: 'POST',
      token,
    });
  const author = async (app = 'sales') => {
    const { status, body } = await mint(app);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };

  it('opens a builder of the app without an embed, to read and edit its dashboards regardless of rules', async () => {
    const rule = { context: 'groups', operator: 'contains', value: 'nobody' };
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue', visibility: rule }];
    const made = await admin('POST', 'dashboards', { body: { appId: 'sales', title: 'Board', items } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { token, embedId } = await author();
    const page = await openPage(given.inlay, embedId, { token, dashboard: String(made.body.id) });
    assert.equal(page.status, 200, page.html);
    for (const product of ['Coffee', 'Cocoa']) assert.match(page.html, new RegExp(product));
    const builder = builderClient(given.inlay, token, embedId);
    const path = `dashboards/${made.body.id}`;
    const opened = await builder('GET', path);
    assert.equal(opened.status, 200, JSON.stringify(opened.body));
    const body = canvasOf('Board', { tile: 'revenue', w: 12 });
    const saved = await builder('PUT', path, { body, ifMatch: String(opened.headers.etag) });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    const [item] = (await admin('GET', path)).body.items as unknown as { w: number; visibility: object }[];
    assert.deepEqual([item?.w, item?.visibility], [12, rule]);
    const { body: usage } = await admin('GET', 'embeds');
    assert.doesNotMatch(JSON.stringify(usage), /builder:/, 'it is not an embed of the app');
  });

  it('opens no other builder or embed, and no API', async () => {
    const { token } = await author();
    const { embedId: ofHr } = await author('hr');
    for (const other of [ofHr, 'b-sales', 'b-hr', 'e-tile'])
      assert.ok([403, 404].includes((await openPage(given.inlay, other, { token })).status), other);
    assert.equal((await builderClient(given.inlay, token, ofHr)('GET', '')).status, 404);
    assert.equal((await call(`${given.inlay.url}/api/v0/users`, { token })).status, 401);
  });

  it('is the only kind of token that opens that builder', async () => {
    const { embedId } = await author();
    const ordinary = await viewerToken(given.setup, {
      roles: ['ADMIN'],
      privileges: { sales: ['view', 'contribute', 'validate'] },
    });
    const { body: ofEmbed } = await call<PreviewToken>(
      `${given.inlay.url}/api/v0/embeds/b-sales/author-token`,
      { method: 'POST', token: given.setup.adminToken },
    );
    for (const token of [ordinary, ofEmbed.token]) {
      assert.equal((await openPage(given.inlay, embedId, { token })).status, 404);
      for (const path of ['', 'dashboards'])
        assert.equal((await builderClient(given.inlay, token, embedId)('GET', path)).status, 404, path);
    }
    const preview = await admin('POST', `embeds/${embedId}/preview-token`, { body: { context: CONTEXT } });
    assert.equal(preview.status, 404, JSON.stringify(preview.body));
    assert.equal((await admin('POST', `embeds/${embedId}/author-token`)).status, 404);
    assert.equal((await openPage(given.inlay, embedId, {})).status, 401);
  });

  it("is issued to administrators of the tenant only, and limited to the app's workspace", async () => {
    assert.equal((await mint('no-such')).status, 404);
    const user = await userClient(given.inlay, admin, 'maker@customer.example', {
      sales: ['view', 'contribute', 'validate'],
    });
    assert.equal((await user('POST', 'apps/sales/author-token')).status, 401);
    const embedToken = await viewerToken(given.setup, { roles: ['ADMIN'] });
    assert.equal((await mint('sales', embedToken)).status, 401);
    const acme = await addTenant(given.inlay);
    const elsewhere = contentClient(given.inlay, acme.adminToken, acme.host);
    assert.equal((await elsewhere('POST', 'apps/sales/author-token')).status, 404);
    const { token, embedId } = await author('far');
    const { body } = await builderClient(
      given.inlay,
      token,
      embedId,
    )<{ datasets: { id: string }[] }>('GET', '');
    assert.deepEqual(
      body.datasets.map(({ id }) => id),
      ['salaries'],
    );
  });

  it('displays tiles that were never published, which contributors of the app do not see', async () => {
    const { body: tile } = await admin('GET', 'tiles/revenue');
    const { title, kind, datasetId, query } = tile as unknown as Record<string, unknown>;
    const draft = { id: 'new-tile', appId: 'sales', title, kind, datasetId, query };
    assert.equal((await admin('POST', 'tiles', { body: draft })).status, 201);
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'new-tile' }];
    const made = await admin('POST', 'dashboards', { body: { appId: 'sales', title: 'In progress', items } });
    const path = `dashboards/${made.body.id}`;
    const { token, embedId } = await author();
    const opened = await builderClient(given.inlay, token, embedId)('GET', path);
    assert.equal(opened.body.content.items.length, 1, JSON.stringify(opened.body));
    const ann = await person(given.inlay, given.setup, 'ann', ['view', 'contribute']);
    assert.doesNotMatch(JSON.stringify((await ann('GET', path)).body), /new-tile/);
  });

  it('does not open drafts that a viewer keeps private', async () => {
    const ann = await person(given.inlay, given.setup, 'ann', ['view', 'contribute']);
    const { dashboard } = await created(ann, canvasOf('Private'));
    const { token, embedId } = await author();
    const builder = builderClient(given.inlay, token, embedId);
    assert.equal((await builder('GET', `dashboards/${dashboard.id}`)).status, 404);
    assert.equal((await ann('POST', `dashboards/${dashboard.id}/submit`, { body: {} })).status, 200);
    assert.equal((await builder('GET', `dashboards/${dashboard.id}`)).status, 200);
  });

  it("is audited, and ends with all tokens and with its owner's role", async () => {
    const { token, embedId } = await author();
    const { body } = await admin('GET', 'audit-events?action=embed.author');
    const { data } = body as unknown as { data: { target: string; details: { as: string } }[] };
    assert.equal(data.find(({ target }) => target === embedId)?.details.as, 'admin@demo.test');
    assert.equal((await admin('POST', 'embed-settings/revoke-tokens')).status, 204);
    assert.equal((await builderClient(given.inlay, token, embedId)('GET', '')).status, 401);

    const user = { username: 'former@customer.example', password: PASSWORD };
    const made = await admin('POST', 'users', { body: { ...user, roles: ['ADMIN'] } });
    const own = (await mint('sales', await logInAs(given.inlay.url, user))).body;
    const builder = builderClient(given.inlay, own.token, embedId);
    assert.equal((await builder('GET', '')).status, 200);
    await admin('PATCH', `users/${made.body.id}`, { body: { roles: ['USER'] } });
    assert.equal((await builder('GET', '')).status, 401);
  });
});
