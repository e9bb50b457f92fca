import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { PreviewToken } from '@inlay/protocol/explanation';
import { type ContentClient, PASSWORD, userClient } from '../../../support/content/content-client.ts';
import { describeEmbeds } from '../../../support/embeds/describe-embedding.ts';
import { CONTEXT } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { dumpStore } from '../../../support/stores/dump-store.ts';
import { askAbout, sessionStatus } from '../../../support/tokens/token-client.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

describeEmbeds('a preview token', STORES, (given) => {
  let admin: ContentClient;
  before(async () => {
    admin = given.admin;
  });

  const mint = (id: string, context: object = {}, token = given.setup.adminToken) =>
    call<PreviewToken>(`${given.inlay.url}/api/v0/embeds/${id}/preview-token`, {
      token,
      body: { context: { ...CONTEXT, ...context } },
    });
  const preview = async (id: string, context: object = {}) => {
    const { status, body } = await mint(id, context);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const open = async (id: string, token: string, fields = {}) =>
    (await openPage(given.inlay, id, { token, ...fields })).status;
  const askTile = (embed: string, tile: string, token: string) =>
    call(`${given.inlay.url}/embed/api/v0/embeds/${embed}/tiles/${tile}`, { token, body: {} });

  it('shows the embed as that viewer sees it', async () => {
    const north = await openPage(given.inlay, 'e-tile', { token: (await preview('e-tile')).token });
    assert.equal(north.status, 200);
    assert.match(north.html, /Coffee/);
    assert.doesNotMatch(north.html, /Cocoa/);
    const { token } = await preview('e-tile', { attributes: { region: 'south' } });
    assert.match((await openPage(given.inlay, 'tile-alias', { token })).html, /Cocoa/);
    assert.equal((await askTile('e-tile', 'revenue', token)).status, 200);
    assert.equal(await open('e-hidden', (await preview('e-hidden')).token), 403);
    const insider = await preview('e-hidden', { groups: ['insiders'] });
    assert.equal(await open('e-hidden', insider.token), 200);
  });

  it("opens only that embed, even with an administrator's context", async () => {
    for (const context of [{}, { roles: ['ADMIN'] }]) {
      const { token } = await preview('tile-alias', context);
      assert.equal(await open('e-tile', token), 200);
      for (const other of ['e-table', 'e-dashboard', 'e-story']) {
        assert.equal(await open(other, token), 403, other);
        assert.equal((await askTile(other, 'revenue', token)).status, 403, other);
      }
      const url = `${given.inlay.url}/scripts/sdk-session`;
      const rawBody = new URLSearchParams({ token }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal((await call(url, { method: 'POST', rawBody, headers })).status, 401);
    }
  });

  it('is not accepted as a login token or by another tenant', async () => {
    const { token } = await preview('e-tile', { roles: ['ADMIN'] });
    assert.equal((await call(`${given.inlay.url}/api/v0/users`, { token })).status, 401);
    const { host } = await addTenant(given.inlay, `other-${Date.now() % 1000}`);
    const elsewhere = { token, headers: { host } };
    assert.equal((await call(`${given.inlay.url}/embed/api/v0/session`, elsewhere)).status, 401);
    const { body } = await askAbout('introspect', given.setup, { token });
    assert.deepEqual(body, { active: false });
  });

  it('is issued to administrators only', async () => {
    await userClient(given.inlay, admin, 'ben@demo.test', { sales: ['view', 'contribute', 'validate'] });
    const user = await logInAs(given.inlay.url, { username: 'ben@demo.test', password: PASSWORD });
    assert.deepEqual((await mint('e-tile', {}, user)).body, { statusCode: 401, message: 'Unauthorized' });
    const embedToken = await viewerToken(given.setup, { roles: ['ADMIN'] }, given.now());
    assert.equal((await mint('e-tile', {}, embedToken)).status, 401);
    assert.equal((await mint('e-tile', {}, (await preview('e-tile')).token)).status, 401);
  });

  it('ends after ten minutes, and at once when all tokens are revoked', async () => {
    const first = await preview('e-tile');
    assert.equal(first.expiresIn, 600);
    assert.equal(Date.parse(first.expiresAt), given.now() + 600_000);
    given.advance(599_999);
    assert.equal(await sessionStatus(given.setup, first.token), 200);
    given.advance(1);
    assert.equal(await sessionStatus(given.setup, first.token), 401);
    const second = await preview('e-tile');
    const revoked = await admin('POST', 'embed-settings/revoke-tokens');
    assert.ok(revoked.status < 300, String(revoked.status));
    assert.equal(await open('e-tile', second.token), 401);
    assert.equal(await open('e-tile', (await preview('e-tile')).token), 200);
  });

  it('can be framed only by the instance itself, regardless of the allowed origins', async () => {
    const { token } = await preview('e-origin');
    const own = given.inlay.url;
    const page = await openPage(given.inlay, 'e-origin', { token, origin: own }, { origin: own });
    assert.equal(page.status, 200);
    assert.match(String(page.headers['content-security-policy']), new RegExp(`frame-ancestors [^;]*${own}`));
    assert.equal(await open('e-origin', token, { origin: 'https://evil.example' }), 403);
    const signed = await viewerToken(given.setup, {}, given.now());
    assert.equal(await open('e-origin', signed, { origin: own }), 403);
  });

  it('refuses a context that the exchange would refuse, and reports truncation', async () => {
    assert.equal((await mint('e-tile', { username: '' })).status, 400);
    assert.equal((await mint('e-tile', { privileges: { sales: ['own'] } })).status, 400);
    assert.equal((await mint('nothing')).status, 404);
    assert.equal((await preview('e-tile')).truncated, false);
    const { truncated } = await preview('e-tile', {
      attributes: { region: 'north', note: 'x'.repeat(4000) },
    });
    assert.equal(truncated, true);
  });

  it('is audited with administrator and viewer, and its secrets are stored nowhere', async () => {
    const canary = 'canary-of-a-preview';
    const { token } = await preview('e-broken', { username: 'zoe', secrets: { warehouse: canary } });
    await openPage(given.inlay, 'e-broken', { token });
    const { body } = await admin('GET', 'audit-events?action=embed.preview');
    const [event] = (body.data as unknown as Record<string, unknown>[]).filter(
      ({ target }) => target === 'e-broken',
    );
    assert.equal(event?.actor, 'admin@demo.test');
    assert.deepEqual(event?.details, { as: 'zoe' });
    const everything = [await dumpStore(given.store), given.inlay.logged(), body];
    assert.ok(!JSON.stringify(everything).includes(canary));
    assert.ok(!JSON.stringify(everything).includes(token));
  });
});
