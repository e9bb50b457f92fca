import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  signJwt,
} from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { askAbout, newToken } from '../../../support/tokens/token-client.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 4.3, 5.2: token exchange on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;

    before(async () => {
      ({ store, inlay, setup } = await startWorld('embedding', makeStore));
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    it('returns an opaque token for a signed context', async () => {
      const { status, body, headers } = await exchange(setup, signJwt(goodClaims(setup)));
      assert.equal(status, 200, JSON.stringify(body));
      assert.match(body.access_token ?? '', /^inl_embed_[0-9a-f]{11}_[A-Za-z0-9_-]{43}$/);
      assert.equal(body.token_type, 'Bearer');
      assert.equal(body.scope, 'embed');
      assert.ok((body.expires_in ?? 0) > 290 && (body.expires_in ?? 0) <= 300);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('pragma'), 'no-cache');
    });

    it('refuses an exp in milliseconds and says that it must be in seconds', async () => {
      for (const exp of [1e11, Date.now() + 300_000, Number.MAX_SAFE_INTEGER]) {
        const { status, body } = await exchange(setup, signJwt({ ...goodClaims(setup), exp }));
        assert.deepEqual([status, body.error], [400, 'invalid_grant']);
        assert.match(String(body.error_description), /^exp must be in seconds .* looks like milliseconds/);
      }
      assert.equal((await exchange(setup, signJwt({ ...goodClaims(setup), exp: 1e11 - 1 }))).status, 200);
    });

    it('lets the token open the embed API and nothing else', async () => {
      const { body } = await exchange(setup, signJwt(goodClaims(setup)));
      const token = body.access_token as string;
      const session = await call<{ username: string }>(`${inlay.url}/embed/api/v0/session`, { token });
      assert.equal(session.status, 200);
      assert.equal(session.body.username, 'ann@customer.example');
      assert.equal((await call(`${inlay.url}/api/v0/me`, { token })).status, 401);
      assert.equal(
        (await call(`${inlay.url}/embed/api/v0/session`, { token: setup.adminToken })).status,
        401,
      );
    });

    it('returns each of two hundred concurrent callers its own token', async () => {
      const usernames = Array.from({ length: 200 }, (_, index) => `user-${index}`);
      const owners = await Promise.all(
        usernames.map(async (username) => {
          const embed_context = { ...CONTEXT, username };
          const token = await newToken(setup, undefined, { embed_context });
          return (await askAbout('introspect', setup, { token })).body.username;
        }),
      );
      assert.deepEqual(owners, usernames);
    });

    it('refuses an assertion whose jti was used before, fifty at once included', async () => {
      const assertion = signJwt(goodClaims(setup));
      const responses = await Promise.all(Array.from({ length: 50 }, () => exchange(setup, assertion)));
      assert.equal(responses.filter(({ status }) => status === 200).length, 1);
      const refused = responses.filter(({ status }) => status === 400);
      assert.equal(refused.length, 49);
      assert.equal(refused[0]?.body.error, 'invalid_grant');
      assert.match(refused[0]?.body.error_description ?? '', /jti/);
    });

    it('reports on an assertion without using it up', async () => {
      const assertion = signJwt(goodClaims(setup));
      const check = () =>
        call<{
          valid: boolean;
          checks: { name: string; ok: boolean }[];
          context: { bytes: number; effective: object };
        }>(`${inlay.url}/api/v0/embed-settings/check-token`, {
          token: setup.adminToken,
          body: { assertion },
        });
      const { body } = await check();
      assert.equal(body.valid, true, JSON.stringify(body));
      assert.ok(!JSON.stringify(body).includes('canary'));
      assert.equal((await exchange(setup, assertion)).status, 200);
      assert.deepEqual(
        (await check()).body.checks.filter(({ ok }) => !ok).map(({ name }) => name),
        ['replay'],
      );
    });
  });
}
