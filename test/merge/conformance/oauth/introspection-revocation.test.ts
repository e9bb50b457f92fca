import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { assertRefused } from '../../../support/http/assert-refused.ts';
import { rawRequest } from '../../../support/http/raw-request.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { askAbout, newToken, sessionStatus } from '../../../support/tokens/token-client.ts';
import { addTenant, type SecondTenant } from '../../../support/users/second-tenant.ts';

describeEmbedding('introspection and revocation', STORES, (given) => {
  let other: SecondTenant;
  const introspect = (token: string, setup = given.setup) => askAbout('introspect', setup, { token });
  const revoke = (token: string, setup = given.setup) => askAbout('revoke', setup, { token });
  const token = (claims = {}) => newToken(given.setup, given.now(), claims);
  const isActive = async (one: string) => (await introspect(one)).body.active as unknown as boolean;

  before(async () => {
    other = await addTenant(given.inlay);
  });

  it('row 33: describes an active token to its client without revealing secrets', async () => {
    const one = await token();
    const { status, body, headers } = await introspect(one);
    assert.equal(status, 200);
    const { iat, exp, ...rest } = body as unknown as Record<string, number>;
    assert.deepEqual(rest, {
      active: true,
      scope: 'embed',
      token_type: 'Bearer',
      client_id: given.setup.clientId,
      username: 'ann@customer.example',
      iss: given.setup.audience.replace('https:', 'http:'),
      workspace_id: 'main',
      truncated: false,
    });
    assert.ok(Number.isInteger(iat) && Number.isInteger(exp) && (exp ?? 0) - (iat ?? 0) <= 300);
    assert.ok(!JSON.stringify(body).includes('canary'));
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('pragma'), 'no-cache');
  });

  it('row 33: reports every other token as inactive, and nothing else', async () => {
    const expired = await token();
    given.advance(301_000);
    const revoked = await token();
    await revoke(revoked);
    const theirs = await newToken(other, given.now());
    const own = await token();
    for (const one of [
      expired,
      revoked,
      theirs,
      'x',
      `${own}x`,
      given.setup.adminToken,
      given.setup.secret,
      '\u0000',
    ]) {
      const { status, body } = await introspect(one);
      assert.equal(status, 200);
      assert.deepEqual(body, { active: false });
    }
    assert.deepEqual((await introspect(own, other)).body, { active: false });
  });

  it('row 33: requires an authenticated client and a token', async () => {
    const one = await token();
    for (const endpoint of ['introspect', 'revoke'] as const) {
      for (const authorization of [
        '',
        `Bearer ${one}`,
        basic(given.setup.clientId, 'wrong'),
        basic('x', given.setup.secret),
      ]) {
        const response = await askAbout(endpoint, given.setup, { token: one }, authorization);
        assertRefused(response, 401, 'invalid_client');
        assert.match(response.headers.get('www-authenticate') ?? '', /^Basic /);
      }
      assertRefused(await askAbout(endpoint, given.setup, {}), 400, 'invalid_request', /token is required/);
      assertRefused(
        await askAbout(endpoint, given.setup, { token: '' }),
        400,
        'invalid_request',
        /token is required/,
      );
      const both = { token: one, client_secret: given.setup.secret };
      assertRefused(await askAbout(endpoint, given.setup, both), 400, 'invalid_request');
    }
    assert.equal(await isActive(one), true);
  });

  it('row 33: accepts only POST', async () => {
    for (const endpoint of ['token/introspect', 'revoke']) {
      const path = `/api/auth/realms/demo/protocol/openid-connect/${endpoint}?token=x`;
      const response = await rawRequest(given.inlay.url, { path });
      assert.equal(response.status, 405);
      assert.equal(response.headers.allow, 'POST');
    }
  });

  it('row 33: reports a truncated context', async () => {
    const embed_context = {
      ...(given.claims().embed_context as object),
      attributes: { long: 'x'.repeat(4000) },
    };
    assert.equal((await introspect(await token({ embed_context }))).body.truncated, true);
    const unknown = { ...(given.claims().embed_context as object), notes: 'x'.repeat(4000) };
    assert.equal((await introspect(await token({ embed_context: unknown }))).body.truncated, true);
  });

  it('row 34: revokes a token immediately, and responds the same a second time', async () => {
    const [first, second] = [await token(), await token()];
    for (let i = 0; i < 2; i += 1) {
      const { status, body } = await askAbout('revoke', given.setup, {
        token: first,
        token_type_hint: 'odd',
      });
      assert.equal(status, 200);
      assert.deepEqual(body, {});
      assert.equal(await sessionStatus(given.setup, first), 401);
    }
    assert.equal(await sessionStatus(given.setup, second), 200);
  });

  it('row 34: responds with 200 for unknown tokens and does not revoke those of other clients', async () => {
    const own = await token();
    for (const one of ['unknown', '\u0000', given.setup.adminToken])
      assert.equal((await revoke(one)).status, 200);
    assert.equal((await revoke(own, other)).status, 200);
    assert.equal(await sessionStatus(given.setup, own), 200);
    assert.equal((await call(`${given.inlay.url}/api/v0/me`, { token: given.setup.adminToken })).status, 200);
  });

  it('row 34: "revoke all tokens" ends every token issued before, and none issued afterwards', async () => {
    const before = await Promise.all(Array.from({ length: 5 }, () => token()));
    const theirs = await newToken(other, given.now());
    const url = `${given.inlay.url}/api/v0/embed-settings/revoke-tokens`;
    assert.equal((await call(url, { token: given.setup.adminToken, method: 'POST' })).status, 204);
    for (const one of before) assert.equal(await sessionStatus(given.setup, one), 401);
    assert.equal(await sessionStatus(given.setup, await token()), 200);
    assert.equal((await introspect(theirs, other)).body.active as unknown, true);
  });

  it('refuses a replaced secret for introspection and revocation', async () => {
    const one = await token();
    const former = given.setup.secret;
    const url = `${given.inlay.url}/api/v0/embed-settings/secret`;
    const { body } = await call<{ secret: string }>(url, { token: given.setup.adminToken, body: {} });
    Object.assign(given.setup, { secret: body.secret });
    for (const endpoint of ['introspect', 'revoke'] as const) {
      const authorization = basic(given.setup.clientId, former);
      assertRefused(
        await askAbout(endpoint, given.setup, { token: one }, authorization),
        401,
        'invalid_client',
      );
    }
    assert.equal(await isActive(one), true);
  });
});
