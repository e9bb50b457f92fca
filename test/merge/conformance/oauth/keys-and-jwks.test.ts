import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { exchange, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { assertInvalidGrant } from '../../../support/http/assert-refused.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';
import {
  fakeKey,
  type JwksServer,
  makePair,
  startJwksServer,
} from '../../../support/tokens/start-jwks-server.ts';

interface Settings {
  readonly signature: {
    readonly mode: string;
    readonly url?: string;
    readonly keys?: {
      readonly kid: string | null;
      readonly usable: boolean;
      readonly problem: string | null;
    }[];
  };
  readonly message: string;
}

const pair = makePair('first');

describeEmbedding(
  'registered keys',
  SQLITE,
  (given) => {
    let jwks: JwksServer;
    const settingsUrl = () => `${given.inlay.url}/api/v0/embed-settings`;
    const put = (path: string, body: unknown) =>
      call<Settings>(`${settingsUrl()}/${path}`, { token: given.setup.adminToken, method: 'PUT', body });
    const upload = (publicKey: string) => put('public-key', { publicKey });
    const register = (url: string) => put('jwks', { url });
    const signedBy = ({ privateKey: key, kid }: typeof pair, header = {}) =>
      exchange(given.setup, signJwt(given.claims(), { key, header: { kid, ...header } }));
    /** Registration fails with this sentence, and what was registered before still is. */
    const notRegistered = async (url: string, problem: RegExp) => {
      const before = await call<Settings>(settingsUrl(), { token: given.setup.adminToken });
      given.advance(1);
      const { status, body } = await register(url);
      assert.equal(status, 400, url);
      assert.match(body.message, problem);
      assert.match(body.message, /Nothing was changed\.$/);
      const after = await call<Settings>(settingsUrl(), { token: given.setup.adminToken });
      assert.deepEqual(after.body, before.body);
    };

    before(async () => {
      jwks = await startJwksServer();
    });
    after(() => jwks.close());

    for (const [bits, problem] of [
      [1024, /has 1024 bits, but at least 2048/],
      [2040, /has 2040 bits, but at least 2048/],
      [8200, /has 8200 bits, but at most 8192/],
      [16_384, /has 16384 bits, but at most 8192/],
    ] as const) {
      it(`row 28: refuses an RSA key of ${bits} bits by upload and by JWKS`, async () => {
        const { pem, jwk } = fakeKey(bits);
        for (const text of [pem, JSON.stringify(jwk)]) {
          const { status, body } = await upload(text);
          assert.equal(status, 400);
          assert.match(body.message, problem);
        }
        jwks.serve([{ ...jwk, kid: 'odd' }]);
        await notRegistered(jwks.url, problem);
      });
    }

    it('row 28: accepts RSA keys of 2048 to 8192 bits', async () => {
      for (const bits of [2048, 3072, 8192]) {
        assert.equal((await upload(fakeKey(bits).pem)).status, 200);
        jwks.serve([fakeKey(bits).jwk]);
        assert.equal((await register(jwks.url)).status, 200);
      }
    });

    for (const [e, name] of [
      ['AQ', '1'],
      ['Ag', '2'],
      ['AQAAAAE', '2^32 + 1'],
    ] as const) {
      it(`row 28: refuses the public exponent ${name} by upload and by JWKS`, async () => {
        const { pem, jwk } = fakeKey(2048, e);
        for (const text of [pem, JSON.stringify(jwk)])
          assert.match((await upload(text)).body.message, /public exponent/);
        jwks.serve([jwk]);
        await notRegistered(jwks.url, /public exponent/);
      });
    }

    it('row 29: ignores keys of other types and for other uses', async () => {
      const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
      const other = (kid: string, change: object) => ({ ...makePair(kid).jwk, ...change });
      jwks.serve([
        { ...ec, kid: 'ec' },
        { kty: 'oct', k: 'AAAA', kid: 'oct' },
        { kty: 'new-kind', kid: 'new' },
        null,
        'text',
        [],
        { kid: 'no-type' },
        { ...pair.jwk, kid: 'enc', use: 'enc' },
        { ...pair.jwk, kid: 'ops', key_ops: ['encrypt'] },
        { ...pair.jwk, kid: 'ops-text', key_ops: 'verify' },
        { ...pair.jwk, kid: 'alg', alg: 'RS256' },
        { ...pair.jwk, kid: 'broken', n: 7 },
        other('verify', { key_ops: ['verify', 'sign'] }),
        { ...pair.jwk, unknown: { member: true } },
      ]);
      const { status, body } = await register(jwks.url);
      assert.equal(status, 200);
      const usable = body.signature.keys?.filter((key) => key.usable).map((key) => key.kid);
      assert.deepEqual(usable, ['verify', 'first']);
      assert.ok(body.signature.keys?.every((key) => key.usable || key.problem));
      assert.equal((await signedBy(pair)).status, 200);
      for (const kid of ['enc', 'ops', 'ops-text', 'alg', 'broken', 'no-type', 'ec'])
        assertInvalidGrant(await signedBy(pair, { kid }), /has no key with the kid/);
    });

    it('row 29: tries all keys of a set without kids, and accepts an assertion without one', async () => {
      const { kid: _, ...nameless } = pair.jwk;
      jwks.serve([fakeKey(2048).jwk, nameless]);
      assert.equal((await register(jwks.url)).status, 200);
      assert.equal((await signedBy(pair, { kid: undefined })).status, 200);
      assertInvalidGrant(await signedBy(makePair('x'), { kid: undefined }), /signature/);
    });

    it('refuses an address that redirects, floods, stalls, or returns something else', async () => {
      jwks.answer((request, response) => {
        if (request.url === '/target') response.end(JSON.stringify({ keys: [pair.jwk] }));
        else response.writeHead(302, { location: '/target' }).end();
      });
      await notRegistered(jwks.url, /status 302.*Redirects are not followed/);
      jwks.answer((_request, response) => {
        response.write(`{"keys":[],"padding":"`);
        const flood = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', flood);
        flood();
      });
      await notRegistered(jwks.url, /more than 524288 bytes/);
      for (const text of ['<html>', '[]', 'null', '{"keys":{}}', '{"keys":null}', '', '{"keys":[\xff]}']) {
        jwks.answer((_request, response) => response.end(Buffer.from(text, 'latin1')));
        await notRegistered(jwks.url, /JSON|JWK Set/);
      }
      jwks.answer((_request, response) => response.writeHead(500).end('{"keys":[]}'));
      await notRegistered(jwks.url, /status 500/);
      jwks.serve([]);
      await notRegistered(jwks.url, /has no key that can verify RS512/);
      jwks.answer((_request, response) => {
        response.write('{');
        void given.time.advance(5000);
      });
      await notRegistered(jwks.url, /did not respond within 5 s/);
    });

    it('refuses addresses outside the public internet and the listed networks', async () => {
      const { port } = new URL(jwks.url);
      for (const host of ['10.0.0.1', '169.254.169.254', '192.168.1.1', '[fd00::1]', '[::1]', '0.0.0.0']) {
        await notRegistered(`https://${host}:${port}/`, /INLAY_ALLOW_PRIVATE_NETWORKS/);
        await notRegistered(`http://${host}:${port}/`, /INLAY_ALLOW_PRIVATE_NETWORKS/);
      }
      await notRegistered('http://93.184.216.34/keys', /https/);
      for (const url of [
        'file:///etc/passwd',
        'ftp://x.example/',
        'javascript:1',
        'jwks.json',
        '',
        'https://',
      ])
        await notRegistered(url, /complete https:\/\/ URL/);
      await notRegistered(`http://user:password@127.0.0.1:${port}/`, /username or password/);
    });

    it('refuses an address with an untrusted certificate', async () => {
      const server = createServer({ SNICallback: (_name, done) => done(null) }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await notRegistered(
        `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        /could not be reached/,
      );
      server.close();
    });
  },
  { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } },
);

describeEmbedding('registered keys without allowed private networks', SQLITE, (given) => {
  it('refuses loopback in any spelling, including names', async () => {
    const jwks = await startJwksServer();
    jwks.serve([pair.jwk]);
    const { port } = new URL(jwks.url);
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1']) {
      for (const scheme of ['http', 'https']) {
        const { status, body } = await call<Settings>(`${given.inlay.url}/api/v0/embed-settings/jwks`, {
          token: given.setup.adminToken,
          method: 'PUT',
          body: { url: `${scheme}://${host}:${port}/jwks.json` },
        });
        assert.equal(status, 400, host);
        assert.match(body.message, /INLAY_ALLOW_PRIVATE_NETWORKS|standard notation/);
      }
    }
    await jwks.close();
    assert.equal(jwks.visits(), 0);
  });
});
