import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic, type Claims, exchange, signJwt } from '../../../support/embeds/embed-client.ts';
import { assertInvalidGrant, assertRefused } from '../../../support/http/assert-refused.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';
import { signText } from '../../../support/tokens/forge-jwt.ts';

const HEADER = '{"alg":"RS512"}';

describeEmbedding('token endpoint: claims of an assertion', SQLITE, (given) => {
  const present = (other: Claims) => exchange(given.setup, signJwt(given.claims(other)));
  const without = (name: string) => present({ [name]: undefined });
  const seconds = () => Math.floor(given.now() / 1000);
  /** A value that JavaScript would not write itself, such as 1e400. */
  const presentRaw = (name: string, json: string) =>
    exchange(
      given.setup,
      signText(
        HEADER,
        JSON.stringify(given.claims({ [name]: 0 })).replace(`"${name}":0`, `"${name}":${json}`),
      ),
    );

  it('row 13: refuses a bad assertion with 400 invalid_grant and the reason', async () => {
    const response = await present({ aud: 'https://elsewhere.example' });
    assertInvalidGrant(response, /aud must be 'https:.*', got 'https:\/\/elsewhere\.example'/);
    assert.equal(response.headers.get('www-authenticate'), null);
  });

  it('row 14: refuses a bad client before the assertion, whose jti stays unused', async () => {
    const assertion = signJwt(given.claims());
    const headers = { authorization: basic(given.setup.clientId, 'wrong') };
    assertRefused(await exchange(given.setup, assertion, { headers }), 401, 'invalid_client');
    assert.equal((await exchange(given.setup, assertion)).status, 200);
  });

  it('row 14: reveals nothing about the assertion to a bad client', async () => {
    const headers = { authorization: basic(given.setup.clientId, 'wrong') };
    const good = await exchange(given.setup, signJwt(given.claims()), { headers });
    const bad = await exchange(given.setup, 'junk', { headers, fields: { grant_type: 'x', scope: 'y' } });
    assert.deepEqual(bad.body, good.body);
    assert.equal(bad.status, good.status);
  });

  for (const [name, change] of Object.entries({
    'a slash at the end': (text: string) => `${text}/`,
    'another case': (text: string) => text.toUpperCase(),
    'a port': (text: string) => text.replace(/^(https:\/\/[^/:]+)(:\d+)?/, '$1:443'),
    'a blank': (text: string) => `${text} `,
    'another tenant': (text: string) => text.replace('demo', 'other'),
    'an unseen character': (text: string) => `${text}\u200b`,
    'a query': (text: string) => `${text}?`,
    'an encoded letter': (text: string) => text.replace('demo', '%64emo'),
  })) {
    it(`row 15: compares iss and aud exactly: ${name}`, async () => {
      assertInvalidGrant(await present({ iss: change(given.setup.issuer) }), /^iss must be/);
      assertInvalidGrant(await present({ aud: change(given.setup.audience) }), /^aud must be/);
    });
  }

  it('row 15: requires iss', async () => {
    assertInvalidGrant(await without('iss'), /^iss must be .*, got nothing/);
    assertInvalidGrant(await present({ iss: [given.setup.issuer] }), /^iss must be/);
  });

  it('row 15: also accepts the audience with http:// if the instance is on plain http', async () => {
    const aud = given.setup.audience.replace('https:', 'http:');
    assert.equal((await present({ aud })).status, 200);
  });

  it('row 16: requires sub to be the client', async () => {
    assertInvalidGrant(await without('sub'), /^sub must be/);
    for (const sub of ['other-embed', '', null, [given.setup.clientId], { id: given.setup.clientId }, 1])
      assertInvalidGrant(await present({ sub }), /^sub must be/);
  });

  it('row 17: accepts aud as a string or as an array that contains ours', async () => {
    const { audience } = given.setup;
    assert.equal((await present({ aud: [audience] })).status, 200);
    assert.equal((await present({ aud: ['https://elsewhere.example', audience] })).status, 200);
    assertInvalidGrant(await without('aud'), /^aud must be/);
    for (const aud of [[], null, 7, '', {}, [null], [7, audience], [[audience]], { 0: audience }])
      assertInvalidGrant(await present({ aud }), /^aud must be/);
  });

  it('row 18: requires exp to be a whole number in the future, without tolerance', async () => {
    assertInvalidGrant(await without('exp'), /^exp must be a whole number/);
    for (const exp of [null, '9999999999', [9999999999], true, seconds() + 300.5])
      assertInvalidGrant(await present({ exp }), /^exp must be a whole number/);
    for (const json of ['1e400', '-1e400', '1e16', '9007199254740993'])
      assertInvalidGrant(await presentRaw('exp', json), /^exp must be a whole number/);
    for (const exp of [seconds(), seconds() - 1, 0, -1, -Number.MAX_SAFE_INTEGER])
      assertInvalidGrant(await present({ exp }), /^exp must be in the future/);
  });

  it('row 18: accepts an exp in the far future and caps the lifetime of the token', async () => {
    for (const exp of [1e10, 1e11 - 1]) {
      const assertion = signJwt(given.claims({ exp }));
      const { status, body } = await exchange(given.setup, assertion);
      assert.equal(status, 200);
      assert.equal(body.expires_in, 24 * 60 * 60);
      assertInvalidGrant(await exchange(given.setup, assertion), /jti/);
    }
  });

  it('row 18: refuses an exp of 10^11 or more, which is in milliseconds', async () => {
    for (const exp of [1e11, Date.now() + 300_000, 9e15, Number.MAX_SAFE_INTEGER])
      assertInvalidGrant(await present({ exp }), /^exp must be in seconds .* milliseconds/);
  });

  it('row 18: issues no token that outlives its assertion', async () => {
    const { body } = await present({ exp: seconds() + 10 });
    assert.ok((body.expires_in ?? 99) <= 10 && (body.expires_in ?? 0) >= 8);
  });

  it('row 19: honors nbf and refuses an iat in the future, with 30 s of tolerance', async () => {
    for (const name of ['nbf', 'iat']) {
      for (const early of [-3600, 0, 20, 20.5])
        assert.equal((await present({ [name]: seconds() + early })).status, 200, `${name} ${early}`);
      for (const early of [40, 3600, 1e15])
        assertInvalidGrant(await present({ [name]: seconds() + early }), new RegExp(`^${name} is .* future`));
      for (const value of [null, '1', true, []])
        assertInvalidGrant(await present({ [name]: value }), new RegExp(`^${name} must be a number`));
      assertInvalidGrant(await presentRaw(name, '1e400'), new RegExp(`^${name} must be a number`));
    }
  });
});
