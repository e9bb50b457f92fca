import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic, exchange, signJwt } from '../../../support/embeds/embed-client.ts';
import { SQLITE, STORES } from '../../../support/server/start-inlay.ts';
import { cpuInTurn } from '../../../support/time/cpu-in-turn.ts';
import { askAbout } from '../../../support/tokens/token-client.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

describeEmbedding('token endpoint: guessing client secrets', STORES, (given) => {
  const guess = (
    secret: string,
    user = given.setup.clientId,
    headers: Readonly<Record<string, string>> = {},
  ) => exchange(given.setup, 'x.y.z', { headers: { authorization: basic(user, secret), ...headers } });
  const afterwards = () => given.advance(121_000);
  const count = (responses: readonly { status: number }[], status: number) =>
    responses.filter((response) => response.status === status).length;

  it('row 9: checks ten of five hundred guesses, and always accepts the right secret', async () => {
    const responses = [];
    for (let round = 0; round < 10; round += 1) {
      responses.push(
        ...(await Promise.all(Array.from({ length: 50 }, (_, i) => guess(`guess ${round} ${i}`)))),
      );
      assert.equal((await exchange(given.setup, signJwt(given.claims()))).status, 200);
    }
    assert.equal(count(responses, 401), 10);
    assert.equal(count(responses, 429), 490);
    const blocked = responses.find(({ status }) => status === 429);
    assert.equal(blocked?.headers.get('retry-after'), '60');
    assert.equal(blocked?.headers.get('cache-control'), 'no-store');
    assert.match(blocked?.body.error_description ?? '', /Wait 60 s/);
    afterwards();
  });

  it('row 9: ends the block after a minute and counts from zero', async () => {
    for (let i = 0; i < 10; i += 1) assert.equal((await guess('wrong')).status, 401);
    assert.equal((await guess('wrong')).status, 429);
    given.advance(59_000);
    assert.equal((await guess('wrong')).headers.get('retry-after'), '1');
    given.advance(1000);
    for (let i = 0; i < 10; i += 1) assert.equal((await guess('wrong')).status, 401);
    assert.equal((await guess('wrong')).status, 429);
    afterwards();
  });

  it('row 9: counts guesses for all endpoints and client ids together', async () => {
    const wrong = (endpoint: 'introspect' | 'revoke', user: string) =>
      askAbout(endpoint, given.setup, { token: 'x' }, basic(user, 'wrong'));
    for (let i = 0; i < 5; i += 1) {
      assert.equal((await wrong('introspect', given.setup.clientId)).status, 401);
      assert.equal((await wrong('revoke', `made-up-${i}`)).status, 401);
    }
    assert.equal((await guess('wrong')).status, 429);
    assert.equal((await guess('wrong', 'yet-another')).status, 429);
    afterwards();
  });

  it('row 9: counts guesses per tenant', async () => {
    const other = await addTenant(given.inlay);
    for (let i = 0; i < 11; i += 1) await guess('wrong');
    assert.equal((await guess('wrong')).status, 429);
    const headers = { authorization: basic(other.clientId, 'wrong') };
    assert.equal((await exchange(other, 'x.y.z', { headers })).status, 401);
    afterwards();
  });

  it('row 36: counts guesses per connection address and ignores forwarded headers', async () => {
    const responses = [];
    for (let i = 0; i < 20; i += 1) {
      const from = `203.0.113.${i}`;
      const headers = { 'x-forwarded-for': from, forwarded: `for=${from}`, 'x-real-ip': from };
      responses.push(await guess('wrong', given.setup.clientId, headers));
    }
    assert.equal(count(responses, 401), 10);
    afterwards();
  });

  it('row 8: takes as much work for an unknown client as for a wrong secret', async () => {
    const once = (user: string) => async () => {
      given.advance(61_000);
      assert.equal((await guess('wrong', user)).status, 401);
    };
    const [known, unknown] = await cpuInTurn(80, once(given.setup.clientId), once('nobody-embed'));
    assert.ok(known < 1.5 * unknown && unknown < 1.5 * known, `${known} and ${unknown} µs`);
  });
});

describeEmbedding(
  'token endpoint: guessing client secrets behind a trusted proxy',
  SQLITE,
  (given) => {
    const guess = (from: string) =>
      exchange(given.setup, 'x.y.z', {
        headers: { authorization: basic(given.setup.clientId, 'wrong'), 'x-forwarded-for': from },
      });

    it('row 36: counts guesses per address that the trusted proxy reports, and ignores those before it', async () => {
      for (let i = 0; i < 10; i += 1) assert.equal((await guess('203.0.113.1')).status, 401);
      assert.equal((await guess('203.0.113.1')).status, 429);
      assert.equal((await guess('203.0.113.2')).status, 401);
      assert.equal((await guess('198.51.100.7, 203.0.113.1')).status, 429);
    });
  },
  { env: { INLAY_TRUST_PROXY: '127.0.0.1' } },
);
