import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { exchange, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { rawRequest } from '../../../support/http/raw-request.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { newToken, sessionStatus } from '../../../support/tokens/token-client.ts';
import { addTenant, type SecondTenant } from '../../../support/users/second-tenant.ts';

const EMBED = '/embed/api/v0/session';
const API = ['/api/v0/me', '/api/v0/users', '/api/v0/embed-settings', '/api/v0/audit-events'];
const UNAUTHORIZED = { statusCode: 401, message: 'Unauthorized' };

describeEmbedding('Bearer routes', STORES, (given) => {
  let other: SecondTenant;
  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    rawRequest(given.inlay.url, { path, headers });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const refused = async (path: string, headers: Readonly<Record<string, string>>, challenge: string) => {
    const response = await get(path, headers);
    assert.equal(response.status, 401, path);
    assert.deepEqual(response.body, UNAUTHORIZED);
    assert.equal(response.headers['www-authenticate'], challenge);
  };
  const invalid = 'Bearer error="invalid_token"';

  before(async () => {
    other = await addTenant(given.inlay);
  });

  it('row 31: challenges a request without a token and names no error', async () => {
    for (const path of [EMBED, ...API]) {
      await refused(path, {}, 'Bearer');
      await refused(path, { authorization: 'Basic YTpi' }, 'Bearer');
      await refused(path, { authorization: 'Bearer' }, 'Bearer');
    }
  });

  it('row 31: reports a bad token as invalid_token', async () => {
    for (const path of [EMBED, ...API])
      for (const token of [
        'x',
        'inl_embed_',
        `inl_embed_${'A'.repeat(43)}`,
        `inl_embed_00000000_${'A'.repeat(43)}`,
        `inl_login_${'A'.repeat(43)}`,
      ])
        await refused(path, bearer(token), invalid);
  });

  it('row 31: accepts a token only in the header', async () => {
    const token = await newToken(given.setup, given.now());
    await refused(`${EMBED}?access_token=${token}&token=${token}`, {}, 'Bearer');
    await refused(EMBED, { cookie: `access_token=${token}` }, 'Bearer');
    assert.equal((await get(EMBED, { authorization: `bearer ${token}` })).status, 200);
  });

  it('row 31: refuses a token that is almost right', async () => {
    const token = await newToken(given.setup, given.now());
    for (const wrong of [
      `${token}A`,
      token.slice(0, -1),
      token.toUpperCase(),
      token.replace('inl_embed_', ''),
    ])
      await refused(EMBED, bearer(wrong), invalid);
    assert.equal(await sessionStatus(given.setup, token), 200);
  });

  it('row 32: refuses login tokens on embed routes, and embed tokens on the API regardless of role', async () => {
    for (const roles of [['USER'], ['ADMIN'], ['USER', 'ADMIN']]) {
      const embed_context = { ...(given.claims().embed_context as object), roles };
      const token = await newToken(given.setup, given.now(), { embed_context });
      assert.equal(await sessionStatus(given.setup, token), 200);
      for (const path of API) await refused(path, bearer(token), invalid);
    }
    await refused(EMBED, bearer(given.setup.adminToken), invalid);
    await refused(EMBED, bearer(given.setup.secret), invalid);
  });

  it('row 32: refuses tokens of another tenant', async () => {
    const ours = await newToken(given.setup, given.now());
    const theirs = await newToken(other, given.now());
    await refused(EMBED, { ...bearer(ours), host: other.host }, invalid);
    await refused(EMBED, bearer(theirs), invalid);
    assert.equal((await get(EMBED, { ...bearer(theirs), host: other.host })).status, 200);
    await refused('/api/v0/me', { ...bearer(given.setup.adminToken), host: other.host }, invalid);
    await refused('/api/v0/me', bearer(other.adminToken), invalid);
  });

  it("row 16: refuses another tenant's assertion with our client, and theirs with our secret", async () => {
    const theirs = { iss: other.issuer, sub: other.clientId, aud: other.audience };
    const response = await exchange(given.setup, signJwt(given.claims(theirs)));
    assert.equal(response.body.error, 'invalid_grant');
    const sub = await exchange(given.setup, signJwt(given.claims({ sub: other.clientId })));
    assert.match(sub.body.error_description ?? '', /^sub must be 'demo-embed', got 'acme-embed'/);
    const crossed = await exchange(given.setup, signJwt(given.claims()), { url: other.tokenUrl });
    assert.equal(crossed.status, 401);
    assert.equal(crossed.body.error, 'invalid_client');
  });

  it('row 32: ends a token when it expires', async () => {
    const token = await newToken(given.setup, given.now());
    given.advance(301_000);
    await refused(EMBED, bearer(token), invalid);
  });

  it('refuses an insufficient role with the same 401', async () => {
    const body = { username: 'plain@demo.test', password: 'a long enough password', roles: ['USER'] };
    const made = await call(`${given.inlay.url}/api/v0/users`, { token: given.setup.adminToken, body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { body: login } = await call<{ token: string }>(`${given.inlay.url}/api/login`, {
      body: { username: body.username, password: body.password },
    });
    await refused('/api/v0/embed-settings', bearer(login.token), 'Bearer error="insufficient_scope"');
    assert.equal((await get('/api/v0/me', bearer(login.token))).status, 200);
  });
});
