import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { type Claims, exchange, KEYS, signJwt } from '../../../support/embeds/embed-client.ts';
import { assertInvalidGrant } from '../../../support/http/assert-refused.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';
import { encode, signEncoded, signText } from '../../../support/tokens/forge-jwt.ts';

const HEADER = '{"alg":"RS512","typ":"JWT"}';

describeEmbedding('token endpoint: form of an assertion', SQLITE, (given) => {
  const present = (assertion: string) => exchange(given.setup, assertion);
  const withHeader = (header: Claims) => present(signJwt(given.claims(), { header }));
  const claimsText = () => JSON.stringify(given.claims());

  it('row 21: accepts one compact JWS and nothing else', async () => {
    const good = signJwt(given.claims());
    const [header = '', payload = '', signature = ''] = good.split('.');
    const others = [
      `${good} ${good}`,
      `${good},${good}`,
      `${good}.`,
      `.${good}`,
      ` ${good}`,
      `${good}\n`,
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `..${signature}`,
      `${header}..${signature}`,
      `${good}.${header}.${payload}`,
      JSON.stringify({ protected: header, payload, signature }),
      JSON.stringify({ payload, signatures: [{ protected: header, signature }] }),
      encode(good),
      '.',
      '..',
      '.'.repeat(1_000_000),
      `${header}.${payload}.${'A'.repeat(500_000)}`,
    ];
    for (const assertion of others) assertInvalidGrant(await present(assertion));
    assert.equal((await present(good)).status, 200);
  });

  it('row 22: refuses the algorithm none in any case', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
      const input = `${encode(JSON.stringify({ alg }))}.${encode(claimsText())}`;
      assertInvalidGrant(await present(`${input}.`));
      assertInvalidGrant(await present(`${input}.AA`), /^alg must be 'RS512'/);
      assertInvalidGrant(await withHeader({ alg }), /^alg must be 'RS512'/);
    }
  });

  it('row 22: refuses an HMAC keyed with the public key', async () => {
    const spki = KEYS.publicKey.export({ type: 'spki', format: 'pem' });
    for (const key of [spki, KEYS.publicKey.export({ type: 'spki', format: 'der' })]) {
      const input = `${encode('{"alg":"HS512"}')}.${encode(claimsText())}`;
      const mac = createHmac('sha512', key).update(input).digest('base64url');
      assertInvalidGrant(await present(`${input}.${mac}`), /^alg must be 'RS512'/);
      const pretending = `${encode(HEADER)}.${encode(claimsText())}`;
      const other = createHmac('sha512', key).update(pretending).digest('base64url');
      assertInvalidGrant(await present(`${pretending}.${other}`), /signature/);
    }
  });

  it('row 22: refuses other algorithms, whether or not the header names them', async () => {
    const signWith = (alg: string, hash: string, key: KeyObject, padding?: number) => {
      const input = `${encode(JSON.stringify({ alg }))}.${encode(claimsText())}`;
      const signature = sign(hash, Buffer.from(input), padding === undefined ? key : { key, padding });
      return `${input}.${signature.toString('base64url')}`;
    };
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey;
    const pss = 6;
    assertInvalidGrant(await present(signWith('RS256', 'sha256', KEYS.privateKey)), /^alg must be 'RS512'/);
    assertInvalidGrant(await present(signWith('PS512', 'sha512', KEYS.privateKey, pss)), /^alg must be/);
    assertInvalidGrant(await present(signWith('ES512', 'sha512', ec)), /^alg must be 'RS512'/);
    assertInvalidGrant(await present(signWith('RS512', 'sha256', KEYS.privateKey)), /signature/);
    assertInvalidGrant(await present(signWith('RS512', 'sha512', KEYS.privateKey, pss)), /signature/);
    assertInvalidGrant(await present(signWith('RS512', 'sha512', ec)), /signature/);
    for (const alg of ['rs512', 'RS512 ', ['RS512'], null, undefined, 512])
      assertInvalidGrant(await withHeader({ alg }), /^alg must be 'RS512'/);
  });

  it('row 22: refuses a signature by another key, and one that was moved to other claims', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    assertInvalidGrant(await present(signJwt(given.claims(), { key: other })), /signature/);
    const [header, , signature] = signJwt(given.claims()).split('.');
    assertInvalidGrant(await present(`${header}.${encode(claimsText())}.${signature}`), /signature/);
    const [h, p, s = ''] = signJwt(given.claims()).split('.');
    const flipped = Buffer.from(s, 'base64url');
    flipped[10] = (flipped[10] ?? 0) ^ 1;
    assertInvalidGrant(await present(`${h}.${p}.${flipped.toString('base64url')}`), /signature/);
    assertInvalidGrant(await present(`${h}.${p}.${Buffer.alloc(256).toString('base64url')}`), /signature/);
  });

  it('row 22: refuses a signature that was cut or extended', async () => {
    const [h, p, s = ''] = signJwt(given.claims()).split('.');
    const signature = Buffer.from(s, 'base64url');
    for (const wrong of [signature.subarray(1), Buffer.concat([signature, Buffer.alloc(1)])])
      assertInvalidGrant(await present(`${h}.${p}.${wrong.toString('base64url')}`), /signature/);
  });

  it('row 23: refuses crit and b64, known or not', async () => {
    const headers = [
      { crit: ['exp'], exp: 1 },
      { crit: [] },
      { crit: ['b64'], b64: false },
      { b64: false },
      { crit: null },
    ];
    for (const header of headers) assertInvalidGrant(await withHeader(header), /^crit and b64/);
  });

  it('row 24: ignores keys and addresses in the assertion itself', async () => {
    let visits = 0;
    const listener = createServer((socket) => {
      visits += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/keys`;
    const attacker = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = attacker.publicKey.export({ format: 'jwk' });
    for (const header of [
      { jku: url },
      { x5u: url },
      { jwk },
      { x5c: ['AAAA'] },
      { jku: url, jwk, kid: url },
    ]) {
      const forged = signJwt(given.claims(), { key: attacker.privateKey, header });
      assertInvalidGrant(await present(forged), /signature/);
      assert.equal((await withHeader(header)).status, 200);
    }
    listener.close();
    assert.equal(visits, 0);
  });

  it('row 25: treats kid as an untrusted string', async () => {
    for (const kid of [
      "' or 1=1; drop table tenants; --",
      '../../etc/passwd',
      '__proto__',
      '\u0000',
      '',
      'é',
    ])
      assert.equal((await withHeader({ kid })).status, 200, kid);
    for (const kid of ['x'.repeat(700_000), 'x'.repeat(257), 7, null, ['a'], { $ne: null }])
      assertInvalidGrant(await withHeader({ kid }), /^kid must be a string/);
  });

  for (const [name, duplicate] of Object.entries({
    'two alg': ['{"alg":"none","alg":"RS512"}', undefined],
    'two alg, one escaped': ['{"alg":"RS512","\\u0061lg":"RS512"}', undefined],
    'two aud': [HEADER, (text: string) => text.replace('"aud"', '"aud":"x","aud"')],
    'two aud, one escaped': [HEADER, (text: string) => text.replace('"aud"', '"\\u0061ud":"x","aud"')],
    'two __proto__': [HEADER, (text: string) => text.replace('"aud"', '"__proto__":{},"__proto__":{},"aud"')],
    'two names deep in the context': [
      HEADER,
      (text: string) => text.replace('"region"', '"region":"a:\\"","region"'),
    ],
    'two roles': [HEADER, (text: string) => text.replace('"roles"', '"roles":["ADMIN"],"roles"')],
  }) as [string, [string, ((text: string) => string) | undefined]][]) {
    it(`row 26: refuses ${name}`, async () => {
      const [header, change = (text: string) => text] = duplicate;
      const text = change(claimsText());
      assertInvalidGrant(await present(signText(header, text)), /without duplicate names/);
    });
  }

  it('row 26: accepts names that only look repeated', async () => {
    const attributes = {
      a: { region: 'x' },
      b: [{ region: 'y' }, { region: 'z:"{\\' }],
      'a:"': 1,
      __proto__x: 2,
    };
    const context = { ...(given.claims().embed_context as object), attributes };
    assert.equal((await present(signJwt(given.claims({ embed_context: context })))).status, 200);
    const own = claimsText().replace('"aud"', '"__proto__":{"aud":"x"},"constructor":1,"aud"');
    assert.equal((await present(signText(HEADER, own))).status, 200);
  });

  it('row 27: accepts only strict base64url', async () => {
    const header = encode(HEADER);
    const payload = encode(claimsText());
    const bad = [
      [`${header}=`, payload],
      [header, `${payload}==`],
      [` ${header}`, payload],
      [header, `${payload}\n`],
      [header, `${payload}!`],
      [header, Buffer.from(claimsText()).toString('base64').replaceAll('=', '').replace(/.$/, '+')],
      [header, `${payload}A`],
      [header, `${payload}AAAA`],
    ];
    for (const [h = '', p = ''] of bad) assertInvalidGrant(await present(signEncoded(h, p)));
    const [h, p, signature = ''] = signJwt(given.claims()).split('.');
    const spare = signature.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
    for (const s of [`${signature}==`, spare, ` ${signature}`, `${signature}%`])
      assertInvalidGrant(await present(`${h}.${p}.${s}`));
  });

  it('row 27: accepts only a JSON object in UTF-8', async () => {
    const bad: (string | Buffer)[] = [
      Buffer.from([0x7b, 0xff, 0x7d]),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(claimsText())]),
      Buffer.from(claimsText(), 'utf16le'),
      '[]',
      'null',
      '"text"',
      '{',
      `${claimsText()}x`,
      `{"a":${'['.repeat(100)}${']'.repeat(100)}}`,
      `${'['.repeat(200_000)}`,
      `{"a":${'['.repeat(150_000)}${']'.repeat(150_000)}}`,
    ];
    for (const payload of bad) assertInvalidGrant(await present(signText(HEADER, payload)), /^The payload/);
    for (const header of bad)
      assertInvalidGrant(await present(signText(header, claimsText())), /^The header/);
  });

  it('row 30: accepts no typ or the typ JWT, and no other', async () => {
    for (const typ of ['JWT', 'jwt', 'application/jwt', undefined])
      assert.equal((await withHeader({ typ })).status, 200, String(typ));
    for (const typ of ['at+jwt', 'JWE', 'secevent+jwt', '', 'JWT ', null, ['JWT'], 1])
      assertInvalidGrant(await withHeader({ typ }), /^typ must be/);
  });
});
