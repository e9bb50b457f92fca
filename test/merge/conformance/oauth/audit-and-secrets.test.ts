import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { setTenantStatus } from '@inlay/server/features/tenants/tenants';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic, CONTEXT, exchange, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { assertRefused } from '../../../support/http/assert-refused.ts';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';
import { askAbout } from '../../../support/tokens/token-client.ts';

interface Event {
  readonly action: string;
  readonly outcome: string;
  readonly actor: string | null;
  readonly target: string | null;
  readonly reason: string | null;
  readonly count: number;
}

describeEmbedding('token endpoint: audit and secrets', STORES, (given) => {
  const get = <T>(path: string) => call<T>(`${given.inlay.url}${path}`, { token: given.setup.adminToken });
  const events = async () => (await get<{ data: Event[] }>('/api/v0/audit-events?limit=200')).body.data;
  const countOf = (list: readonly Event[], action: string, reason: string | null) =>
    list
      .filter((event) => event.action === action && event.reason === reason)
      .reduce((sum, { count }) => sum + count, 0);
  /** How many more events of this action and reason there are after the work. */
  const leaves = async (action: string, reason: string | null, work: () => Promise<unknown>) => {
    const before = countOf(await events(), action, reason);
    await work();
    return countOf(await events(), action, reason) - before;
  };
  const present = (claims = {}, options = {}) =>
    exchange(given.setup, signJwt(given.claims(claims)), options);

  it('row 41: records each success with client and viewer', async () => {
    assert.equal(await leaves('token.issue', null, () => present()), 1);
    const newest = (await events()).find(({ action }) => action === 'token.issue');
    assert.equal(newest?.outcome, 'success');
    assert.equal(newest?.actor, given.setup.clientId);
    assert.equal(newest?.target, CONTEXT.username);
    const { body } = await present();
    const revoke = () => askAbout('revoke', given.setup, { token: body.access_token as string });
    assert.equal(await leaves('token.revoke', null, revoke), 1);
  });

  for (const [reason, claims] of [
    ['iss', { iss: 'x' }],
    ['sub', { sub: 'x' }],
    ['aud', { aud: 'x' }],
    ['exp', { exp: 1 }],
    ['nbf', { nbf: 1e12 }],
    ['jti', { jti: null }],
    ['embed_context', { embed_context: {} }],
  ] as const) {
    it(`row 41: records an assertion refused because of its ${reason}`, async () => {
      assert.equal(await leaves('token.issue', reason, () => present(claims)), 1);
    });
  }

  it('row 41: records every other refusal of an authenticated client', async () => {
    const assertion = signJwt(given.claims());
    await exchange(given.setup, assertion);
    const refusals = [
      ['replay', () => exchange(given.setup, assertion)],
      ['form', () => exchange(given.setup, 'x')],
      ['signature', () => exchange(given.setup, `${assertion.slice(0, -4)}AAAA`)],
      ['alg', () => exchange(given.setup, signJwt(given.claims(), { header: { alg: 'HS512' } }))],
      ['unsupported_grant_type', () => present({}, { fields: { grant_type: 'x' } })],
      ['invalid_scope', () => present({}, { fields: { scope: 'x' } })],
      ['invalid_request', () => present({}, { fields: { assertion: '' } })],
    ] as const;
    for (const [reason, work] of refusals) assert.equal(await leaves('token.issue', reason, work), 1, reason);
  });

  it('row 41: counts refusals of unauthenticated callers in one event per minute', async () => {
    const wrong = { headers: { authorization: basic(given.setup.clientId, 'wrong') } };
    const many = (work: () => Promise<unknown>) => async () => {
      for (let i = 0; i < 3; i += 1) await work();
    };
    assert.equal(
      await leaves(
        'token.issue',
        'wrong client or secret',
        many(() => present({}, wrong)),
      ),
      3,
    );
    const rows = (await events()).filter(({ reason }) => reason === 'wrong client or secret');
    assert.equal(rows.length, 1);
    const bare = { headers: { authorization: '' } };
    assert.equal(
      await leaves(
        'token.issue',
        'invalid_client',
        many(() => present({}, bare)),
      ),
      3,
    );
    const twice = { fields: { client_secret: 'x' } };
    assert.equal(
      await leaves(
        'token.issue',
        'invalid_request',
        many(() => present({}, twice)),
      ),
      3,
    );
    for (const endpoint of ['introspect', 'revoke'] as const) {
      const ask = () => askAbout(endpoint, given.setup, { token: 'x' }, basic('x', 'wrong'));
      assert.equal(await leaves(`token.${endpoint}`, 'wrong client or secret', ask), 1);
    }
  });

  it('row 41: tells only the authenticated client that its tenant is disabled', async () => {
    const { store } = given.inlay.services;
    const wrong = { headers: { authorization: basic(given.setup.clientId, 'wrong') } };
    const reason = 'tenant disabled';
    const before = countOf(await events(), 'token.issue', reason);
    await present();
    await setTenantStatus(store, 'demo' as TenantId, 'disabled');
    assertRefused(await present(), 400, 'unauthorized_client', /tenant is disabled/);
    assertRefused(await askAbout('introspect', given.setup, { token: 'x' }), 400, 'unauthorized_client');
    assertRefused(await present({}, wrong), 401, 'invalid_client');
    await setTenantStatus(store, 'demo' as TenantId, 'active');
    await given.time.advance(1100);
    assert.equal((await present()).status, 200);
    assert.equal(countOf(await events(), 'token.issue', reason), before + 1);
  });

  it('row 41: leaks no secret in any response, log line, event, metric or row', async () => {
    const canary = `canary-${randomBytes(12).toString('hex')}`;
    const secrets = { warehouse: `${canary}-value`, [`${canary}-name`]: { deep: [`${canary}-deep`] } };
    const embed_context = { ...CONTEXT, secrets };
    const assertion = signJwt(given.claims({ embed_context }));
    const answers: unknown[] = [];
    const keep = <T>(answer: T): T => {
      answers.push(answer);
      return answer;
    };
    const { body } = await exchange(given.setup, assertion);
    const token = body.access_token as string;
    const checkUrl = `${given.inlay.url}/api/v0/embed-settings/check-token`;
    keep((await call(`${given.inlay.url}/embed/api/v0/session`, { token })).body);
    keep((await askAbout('introspect', given.setup, { token })).body);
    keep((await exchange(given.setup, assertion)).body);
    for (const wrong of [
      { roles: [], privileges: 1 },
      { username: 1 },
      { secrets: [canary] },
      { secrets: canary },
    ])
      keep((await present({ embed_context: { ...embed_context, ...wrong } })).body);
    const oversize = { ...embed_context, attributes: { long: 'x'.repeat(4000) } };
    keep((await exchange(given.setup, signJwt(given.claims({ embed_context: oversize })))).status);
    keep((await get('/api/v0/embed-settings')).body);
    keep((await get('/api/v0/audit-events?limit=200')).body);
    keep(await (await fetch(`${given.inlay.url}/metrics`)).text());
    const report = await call(checkUrl, { token: given.setup.adminToken, body: { assertion } });

    const secretsOfServer = [given.setup.secret, ADMIN.password, given.setup.adminToken, token, assertion];
    const rows = await dump();
    const places = { answers: JSON.stringify(answers), log: given.inlay.logged(), rows };
    for (const [place, text] of Object.entries(places)) {
      assert.ok(text.length > 100, place);
      assert.ok(!text.includes(canary), `${place} holds a secret of the context`);
      for (const [index, secret] of secretsOfServer.entries())
        assert.ok(!text.includes(secret), `${place} holds secret ${index}`);
    }
    const shown = JSON.stringify(report.body);
    assert.ok(shown.includes(`${canary}-name`), 'the report names secrets');
    assert.ok(!shown.includes(`${canary}-value`) && !shown.includes(`${canary}-deep`));
  });

  const dump = async () => {
    const { everyTenant } = given.inlay.services.store;
    const tables = [
      'embed_tokens',
      'embed_settings',
      'audit_events',
      'attempts',
      'login_tokens',
      'users',
      'meta',
    ];
    const rows = [];
    for (const table of tables)
      rows.push(
        ...(await everyTenant
          .selectFrom(table as 'meta')
          .selectAll()
          .execute()),
      );
    return JSON.stringify(rows);
  };
});
