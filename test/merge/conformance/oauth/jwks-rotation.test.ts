import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic, exchange, KEYS, setUpEmbedding, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { assertInvalidGrant } from '../../../support/http/assert-refused.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import {
  type JwksServer,
  makePair,
  type NamedPair,
  startJwksServer,
} from '../../../support/tokens/start-jwks-server.ts';

const [a, b, c] = ['a', 'b', 'c'].map(makePair) as [NamedPair, NamedPair, NamedPair];
const second = 1000;
const minute = 60 * second;

describeEmbedding(
  'token endpoint: JWKS rotation',
  STORES,
  (given) => {
    let jwks: JwksServer;
    const register = (url: string) =>
      call(`${given.inlay.url}/api/v0/embed-settings/jwks`, {
        token: given.setup.adminToken,
        method: 'PUT',
        body: { url },
      });
    const signedBy = ({ privateKey: key, kid }: NamedPair, header = {}, claims = {}) =>
      exchange(given.setup, signJwt(given.claims(claims), { key, header: { kid, ...header } }));
    const accepts = async (pair: NamedPair, header = {}) => {
      const { status, body } = await signedBy(pair, header);
      assert.equal(status, 200, JSON.stringify(body));
    };
    const visitsOf = async (work: () => Promise<unknown>) => {
      const before = jwks.visits();
      await work();
      return jwks.visits() - before;
    };
    const outage = () => jwks.answer((request) => request.socket.destroy());

    before(async () => {
      jwks = await startJwksServer();
    });
    beforeEach(async () => {
      // Past every life, back-off and pause of the test before.
      given.advance(2 * 60 * minute);
      await setUpEmbedding(given.inlay).then(({ secret, adminToken }) => {
        Object.assign(given.setup, { secret, adminToken });
      });
      jwks.serve([a.jwk]);
      assert.equal((await register(jwks.url)).status, 200);
    });
    after(() => jwks.close());

    it('accepts fifty concurrent assertions signed with a new key after one fetch', async () => {
      await accepts(a);
      jwks.serve([a.jwk, b.jwk]);
      let answers: { status: number }[] = [];
      const visits = await visitsOf(async () => {
        answers = await Promise.all(Array.from({ length: 50 }, (_, i) => signedBy(i % 2 ? a : b)));
      });
      assert.deepEqual(
        answers.filter(({ status }) => status !== 200),
        [],
      );
      assert.equal(visits, 1);
    });

    it('finds a key that replaced another with the same kid, or without a kid', async () => {
      await accepts(a);
      jwks.serve([{ ...b.jwk, kid: 'a' }]);
      await accepts(b, { kid: 'a' });
      assertInvalidGrant(await signedBy(a), /signature/);
      given.advance(31 * second);
      const { kid: _, ...nameless } = c.jwk;
      jwks.serve([nameless]);
      await accepts(c, { kid: undefined });
    });

    it('fetches no keys for a wrong client or an assertion whose header is refused', async () => {
      const assertion = signJwt(given.claims(), { key: b.privateKey, header: { kid: 'made-up' } });
      const wrongClient = { headers: { authorization: basic(given.setup.clientId, 'wrong') } };
      const visits = await visitsOf(async () => {
        assert.equal((await exchange(given.setup, assertion, wrongClient)).status, 401);
        assertInvalidGrant(await signedBy(b, { alg: 'none', kid: 'made-up' }), /alg/);
      });
      assert.equal(visits, 0);
    });

    it('fetches the keys for unknown kids at most every 30 s', async () => {
      await accepts(a);
      const guess = (times: number) =>
        visitsOf(async () => {
          for (let i = 0; i < times; i += 1)
            assertInvalidGrant(await signedBy(a, { kid: `made-up-${i}` }), /no key with the kid 'made-up-/);
        });
      assert.equal(await guess(10), 1);
      given.advance(29 * second);
      assert.equal(await guess(10), 0);
      given.advance(2 * second);
      assert.equal(await guess(10), 1);
    });

    for (const [name, headers, life] of [
      ['no header: 5 minutes', {}, 5 * minute],
      ['max-age=5: a minute at least', { 'cache-control': 'max-age=5' }, minute],
      ['no-store: a minute at least', { 'cache-control': 'no-store' }, minute],
      ['no-cache beside max-age', { 'cache-control': 'max-age=600, no-cache' }, minute],
      ['max-age=120', { 'cache-control': 'public, max-age=120' }, 2 * minute],
      ['a day: 15 minutes at most', { 'cache-control': 'max-age=86400' }, 15 * minute],
      [
        'Expires',
        { date: 'Sun, 01 Nov 2026 00:00:00 GMT', expires: 'Sun, 01 Nov 2026 00:03:00 GMT' },
        3 * minute,
      ],
    ] as const) {
      it(`caches keys as the headers say: ${name}`, async () => {
        jwks.serve([a.jwk], headers);
        assert.equal((await register(jwks.url)).status, 200);
        assert.equal(await visitsOf(() => accepts(a)), 0);
        given.advance(life - 10 * second);
        assert.equal(await visitsOf(() => accepts(a)), 0);
        given.advance(11 * second);
        assert.equal(await visitsOf(() => accepts(a)), 1);
      });
    }

    it('refuses a key that is no longer listed once the cache has expired', async () => {
      await accepts(a);
      jwks.serve([b.jwk]);
      await accepts(a);
      given.advance(5 * minute + second);
      assertInvalidGrant(await signedBy(a), /no key with the kid 'a'/);
      await accepts(b);
    });

    it('uses the last good key set for up to an hour of outage, with back-off', async () => {
      await accepts(a);
      outage();
      given.advance(5 * minute + second);
      const often = async () => {
        for (let i = 0; i < 10; i += 1) await accepts(a);
      };
      assert.equal(await visitsOf(often), 1);
      given.advance(1.5 * second);
      assert.equal(await visitsOf(often), 1);
      given.advance(1.5 * second);
      assert.equal(await visitsOf(often), 0);
      given.advance(second);
      assert.equal(await visitsOf(often), 1);
      given.advance(54 * minute);
      await accepts(a);
      given.advance(2 * minute);
      assertInvalidGrant(await signedBy(a), /JWKS could not be read/);
      jwks.serve([a.jwk]);
      given.advance(minute);
      await accepts(a);
    });

    it('keeps the current keys when registering a broken address', async () => {
      await accepts(a);
      outage();
      assert.equal((await register(jwks.url.replace('jwks.json', 'other.json'))).status, 400);
      await accepts(a);
    });

    it('checks exp after a slow fetch, not before', async () => {
      given.advance(6 * minute);
      jwks.answer((_request, response) => {
        given.advance(10 * second);
        response.end(JSON.stringify({ keys: [a.jwk] }));
      });
      const exp = Math.floor(given.now() / 1000) + 5;
      assertInvalidGrant(await signedBy(a, {}, { exp }), /^exp must be in the future/);
    });

    it('refuses every key of the set as soon as a public key is uploaded', async () => {
      await accepts(a);
      const publicKey = KEYS.publicKey.export({ type: 'spki', format: 'pem' });
      const url = `${given.inlay.url}/api/v0/embed-settings/public-key`;
      await call(url, { token: given.setup.adminToken, method: 'PUT', body: { publicKey } });
      assertInvalidGrant(await signedBy(a), /signature/);
      assert.equal((await exchange(given.setup, signJwt(given.claims()))).status, 200);
    });
  },
  { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } },
);
