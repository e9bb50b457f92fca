import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic, exchange, KEYS, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { assertInvalidGrant, assertRefused } from '../../../support/http/assert-refused.ts';
import { CERTIFICATE } from '../../../support/network/certificate.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { newToken, sessionStatus } from '../../../support/tokens/token-client.ts';

interface Settings extends Record<string, unknown> {
  readonly message: string;
  readonly secret: string;
  readonly signature: { readonly mode: string; readonly fingerprint: string; readonly bits: number };
}

const pemOf = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki') =>
  String(key.export({ type, format: 'pem' }));
const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

describeEmbedding('specification 2.3, 5.1: embed settings', STORES, (given) => {
  const ask = (path = '', method = 'GET', body?: unknown) =>
    call<Settings>(`${given.inlay.url}/api/v0/embed-settings${path}`, {
      token: given.setup.adminToken,
      method,
      ...(body === undefined ? {} : { body }),
    });
  const regenerate = async (graceSeconds?: number) => {
    const { body } = await ask('/secret', 'POST', graceSeconds === undefined ? {} : { graceSeconds });
    Object.assign(given.setup, { secret: body.secret });
    return body.secret;
  };
  const upload = (publicKey: string, revokeTokens?: boolean) =>
    ask('/public-key', 'PUT', { publicKey, ...(revokeTokens === undefined ? {} : { revokeTokens }) });
  const withSecret = (secret: string) =>
    exchange(given.setup, signJwt(given.claims()), {
      headers: { authorization: basic(given.setup.clientId, secret) },
    });
  const signedBy = (key: KeyObject) => exchange(given.setup, signJwt(given.claims(), { key }));

  it('returns the values that an assertion must contain', async () => {
    const { body } = await ask();
    assert.equal(body.tenantId, 'demo');
    assert.equal(body.clientId, 'demo-embed');
    assert.equal(body.sub, body.clientId);
    assert.equal(body.iss, 'https://demo-embed');
    assert.match(String(body.aud), /^https:\/\/[^/]+\/api\/auth\/realms\/demo$/);
    assert.match(String(body.tokenEndpoint), /\/api\/auth\/realms\/demo\/protocol\/openid-connect\/token$/);
    assert.equal(body.hasSecret, true);
    assert.equal(body.replayProtection, true);
    assert.equal(body.maxTokenSeconds, 86_400);
    assert.deepEqual(body.allowedOrigins, []);
  });

  it('lists the attributes that viewers had, of tokens and users, but not of previews', async () => {
    const known = async () => (await ask('/known-attributes')).body.attributes;
    assert.deepEqual(await known(), []);
    assert.equal((await exchange(given.setup, signJwt(given.claims()))).status, 200);
    const user = {
      username: 'known@demo.test',
      password: 'a long enough password',
      attributes: { plan: 'x' },
    };
    const token = given.setup.adminToken;
    await call(`${given.inlay.url}/api/v0/users`, { token, method: 'POST', body: user });
    assert.deepEqual(await known(), ['plan', 'region']);
  });

  it('returns a secret only once', async () => {
    const secret = await regenerate();
    assert.match(secret, /^inl_secret_[A-Za-z0-9_-]{43}$/);
    assert.ok(!JSON.stringify((await ask()).body).includes(secret));
    assert.equal((await withSecret(secret)).status, 200);
  });

  it('ends the previous secret immediately without a grace period', async () => {
    const former = given.setup.secret;
    assert.equal((await withSecret(former)).status, 200);
    const current = await regenerate();
    assertRefused(await withSecret(former), 401, 'invalid_client');
    assert.equal((await withSecret(current)).status, 200);
  });

  it('keeps the previous secret for the grace period, and ends the one before it', async () => {
    const first = given.setup.secret;
    const second = await regenerate(60);
    assert.equal((await withSecret(first)).status, 200);
    const third = await regenerate(60);
    assertRefused(await withSecret(first), 401, 'invalid_client');
    assert.equal((await withSecret(second)).status, 200);
    given.advance(60_000);
    assertRefused(await withSecret(second), 401, 'invalid_client');
    assert.equal((await withSecret(third)).status, 200);
    given.advance(61_000);
    for (const graceSeconds of [-1, 1.5, 7 * 86_400 + 1, '60'])
      assert.equal((await ask('/secret', 'POST', { graceSeconds })).status, 400);
  });

  it('keeps both of two secrets that are generated concurrently with a grace period', async () => {
    const [a, b] = await Promise.all([
      ask('/secret', 'POST', { graceSeconds: 60 }),
      ask('/secret', 'POST', { graceSeconds: 60 }),
    ]);
    for (const { body } of [a, b]) assert.equal((await withSecret(body.secret)).status, 200);
    await regenerate();
  });

  it('refuses assertions signed with the previous key as soon as another is uploaded', async () => {
    const [first, second] = [newPair(), newPair()];
    await upload(pemOf(first.publicKey));
    const early = signJwt(given.claims(), { key: first.privateKey });
    assert.equal((await signedBy(first.privateKey)).status, 200);
    const token = await exchange(given.setup, signJwt(given.claims(), { key: first.privateKey }));
    assert.equal((await upload(pemOf(second.publicKey))).status, 200);
    assertInvalidGrant(await exchange(given.setup, early), /signature/);
    assert.equal((await signedBy(second.privateKey)).status, 200);
    assert.equal(await sessionStatus(given.setup, token.body.access_token as string), 200);
    await upload(pemOf(KEYS.publicKey), true);
    assert.equal(await sessionStatus(given.setup, token.body.access_token as string), 401);
  });

  it('reads a public key as SPKI, PKCS#1, certificate or JWK', async () => {
    const { publicKey, privateKey } = newPair();
    const jwk = publicKey.export({ format: 'jwk' });
    const forms = [
      pemOf(publicKey),
      pemOf(publicKey, 'pkcs1'),
      `\r\n  ${pemOf(publicKey).replaceAll('\n', '\r\n')}  `,
      JSON.stringify(jwk),
      JSON.stringify({ ...jwk, kid: 'x', alg: 'RS512', use: 'sig', key_ops: ['verify'] }, null, 2),
    ];
    const fingerprints = new Set();
    for (const text of forms) {
      const { status, body } = await upload(text);
      assert.equal(status, 200, body.message);
      assert.equal(body.signature.bits, 2048);
      fingerprints.add(body.signature.fingerprint);
      assert.equal((await signedBy(privateKey)).status, 200);
    }
    assert.equal(fingerprints.size, 1);
    assert.equal((await upload(CERTIFICATE)).status, 200);
    await upload(pemOf(KEYS.publicKey));
  });

  it('refuses a private key in any form, and warns that it must be replaced', async () => {
    const { privateKey } = newPair();
    const { d, ...rest } = privateKey.export({ format: 'jwk' });
    const encrypted = privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'x',
    });
    const forms = [
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
      encrypted.toString(),
      JSON.stringify({ ...rest, d }),
      JSON.stringify({ n: rest.n, e: rest.e, kty: 'RSA', d }).replace('"d"', '"\\u0064"'),
      JSON.stringify({ kty: 'oct', k: 'AAAA' }),
      `${pemOf(KEYS.publicKey)}${privateKey.export({ type: 'pkcs8', format: 'pem' })}`,
    ];
    const before = (await ask()).body;
    for (const text of forms) {
      const { status, body } = await upload(text);
      assert.equal(status, 400);
      assert.match(body.message, /private key.*Generate a new key pair/);
      assert.ok(!JSON.stringify(body).includes(String(d)));
    }
    assert.deepEqual((await ask()).body, before);
    assert.ok(!given.inlay.logged().includes(String(d)));
  });

  it('refuses keys that cannot verify RS512, and text that is not a key', async () => {
    const jwk = newPair().publicKey.export({ format: 'jwk' });
    const others = [
      pemOf(generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey),
      pemOf(generateKeyPairSync('ed25519').publicKey),
      pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey),
      JSON.stringify({ ...jwk, alg: 'RS256' }),
      JSON.stringify({ ...jwk, use: 'enc' }),
      JSON.stringify({ ...jwk, key_ops: ['encrypt'] }),
      JSON.stringify({ ...jwk, n: undefined }),
      JSON.stringify({ ...jwk, kty: ['RSA'] }),
      JSON.stringify({ keys: [jwk] }),
      '{',
      '{}',
      '',
      'ssh-rsa AAAA',
      '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      '\u0000',
    ];
    for (const text of others) {
      const { status, body } = await upload(text);
      assert.equal(status, 400, text);
      assert.match(body.message, /^The key /);
    }
    assert.equal((await signedBy(KEYS.privateKey)).status, 200);
  });

  it('accepts exact origins and refuses anything wider', async () => {
    const set = (allowedOrigins: unknown) => ask('', 'PATCH', { allowedOrigins });
    const { body } = await set(['https://App.Example.com', 'http://localhost:3000/', 'https://[::1]:8443']);
    assert.deepEqual(body.allowedOrigins, [
      'https://app.example.com',
      'http://localhost:3000',
      'https://[::1]:8443',
    ]);
    for (const origin of [
      '*',
      'null',
      'https://*.example.com/x',
      'app.example.com',
      'https://a.example/path',
      'https://user@a.example',
      'file:///x',
      'javascript:1',
      '',
      'https://a.example?x',
      'https://a.example#x',
    ])
      assert.equal((await set([origin])).status, 400, origin);
    assert.deepEqual((await set([])).body.allowedOrigins, []);
  });

  it("caps the lifetime of tokens at the tenant's maximum", async () => {
    const exp = Math.floor(given.now() / 1000) + 3600;
    assert.equal((await ask('', 'PATCH', { maxTokenSeconds: 60 })).status, 200);
    const { body } = await exchange(given.setup, signJwt(given.claims({ exp })));
    assert.equal(body.expires_in, 60);
    given.advance(60_000);
    assert.equal(await sessionStatus(given.setup, body.access_token as string), 401);
    for (const maxTokenSeconds of [0, 59, 86_401, 60.5, '60', null])
      assert.equal((await ask('', 'PATCH', { maxTokenSeconds })).status, 400);
    await ask('', 'PATCH', { maxTokenSeconds: 86_400 });
  });

  it('requires an administrator', async () => {
    const token = await newToken(given.setup, given.now());
    for (const authorization of [undefined, token]) {
      const response = await call(`${given.inlay.url}/api/v0/embed-settings`, {
        ...(authorization === undefined ? {} : { token: authorization }),
      });
      assert.equal(response.status, 401);
    }
  });
});
