import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic, exchange, GRANT_TYPE, goodClaims, signJwt } from '../../../support/embeds/embed-client.ts';
import { assertRefused } from '../../../support/http/assert-refused.ts';
import { type RawResponse, rawRequest } from '../../../support/http/raw-request.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';
import { cpuUnits } from '../../../support/time/cpu-units.ts';

const FORM = 'application/x-www-form-urlencoded';
const PATH = '/api/auth/realms/demo/protocol/openid-connect/token';

describeEmbedding('token endpoint: form and client', SQLITE, (given) => {
  const good = () => signJwt(goodClaims(given.setup));
  const formOf = (fields: Readonly<Record<string, string>> = {}) =>
    new URLSearchParams({ grant_type: GRANT_TYPE, scope: 'embed', assertion: good(), ...fields }).toString();
  const credentials = () => basic(given.setup.clientId, given.setup.secret);
  const post = (
    body: string | readonly string[],
    headers: Readonly<Record<string, string>> = {},
    path: string = PATH,
  ): Promise<RawResponse> =>
    rawRequest(given.inlay.url, {
      method: 'POST',
      path,
      headers: { 'content-type': FORM, authorization: credentials(), ...headers },
      body,
    });
  const refused = (response: RawResponse, status: number, error: string, description?: RegExp) => {
    assertRefused(response, status, error, description);
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers.pragma, 'no-cache');
  };

  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    it(`row 1: responds to ${method} with 405 and the allowed method`, async () => {
      const response = await rawRequest(given.inlay.url, { method, path: PATH });
      assert.equal(response.status, 405);
      assert.equal(response.headers.allow, 'POST');
      assert.equal(response.headers['cache-control'], 'no-store');
    });
  }

  it('row 1: responds with 404 to the address with a trailing slash', async () => {
    assert.equal((await post(formOf(), {}, `${PATH}/`)).status, 404);
  });

  it('row 1: finds a percent-encoded realm, and no other', async () => {
    assert.equal((await post(formOf(), {}, PATH.replace('demo', '%64emo'))).status, 200);
    for (const realm of ['DEMO', 'dem%6F%00', '..', '%2e%2e', 'other', 'demo%2F', '__proto__', 'constructor'])
      assert.notEqual((await post(formOf(), {}, PATH.replace('demo', realm))).status, 200, realm);
    assert.equal((await post(formOf(), {}, PATH.replace('demo', '%zz'))).status, 404);
  });

  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', `${FORM}x`, 'x']) {
    it(`row 2: responds with 415 to a body of type ${type}`, async () => {
      refused(await post(formOf(), { 'content-type': type }), 415, 'invalid_request', /urlencoded/);
    });
  }

  for (const charset of ['utf-16', 'UTF-16BE', 'iso-8859-1'])
    it(`row 2: responds with 415 to a form in ${charset}`, async () => {
      const type = `${FORM}; charset=${charset}`;
      refused(await post(formOf(), { 'content-type': type }), 415, 'invalid_request', /UTF-8/);
    });

  it('row 2: responds with 415 to a body without a type', async () => {
    const headers = { authorization: credentials() };
    const response = await rawRequest(given.inlay.url, {
      method: 'POST',
      path: PATH,
      headers,
      body: formOf(),
    });
    refused(response, 415, 'invalid_request');
  });

  for (const type of [`${FORM}; charset=UTF-8`, `${FORM};charset="utf-8"`, FORM.toUpperCase()]) {
    it(`row 2: accepts a form whose type is written ${type}`, async () => {
      assert.equal((await post(formOf(), { 'content-type': type })).status, 200);
    });
  }

  it('row 2: accepts a chunked form', async () => {
    const form = formOf();
    assert.equal((await post([form.slice(0, 50), form.slice(50)])).status, 200);
  });

  it('row 2: responds with 413 to ten megabytes, with a length or chunked', async () => {
    const padding = `&padding=${'x'.repeat(10 * 1024 * 1024)}`;
    refused(await post(formOf() + padding), 413, 'invalid_request');
    const pieces = Array.from({ length: 20 }, () => padding.slice(0, 100_000));
    refused(await post([formOf(), ...pieces]), 413, 'invalid_request');
  });

  it('row 2: responds with JSON regardless of Accept', async () => {
    for (const accept of ['text/html', 'application/jwt', '*/*;q=0', '']) {
      const response = await post(formOf(), { accept });
      assert.equal(response.status, 200);
      assert.match(response.headers['content-type'] ?? '', /^application\/json/);
    }
    assert.match(
      (await post('', { accept: 'text/html' })).headers['content-type'] ?? '',
      /^application\/json/,
    );
  });

  it('row 2: names the missing parameter if the body is empty', async () => {
    refused(await post(''), 400, 'invalid_request', /grant_type/);
    refused(await post([]), 400, 'invalid_request', /grant_type/);
  });

  for (const field of ['grant_type', 'scope', 'assertion', 'client_id', 'foo']) {
    it(`row 3: refuses ${field} sent twice, equal or not`, async () => {
      const value =
        new URLSearchParams(formOf({ client_id: given.setup.clientId, foo: '1' })).get(field) ?? '';
      const twice = `${formOf({ client_id: given.setup.clientId, foo: '1' })}&${field}=`;
      refused(await post(twice + encodeURIComponent(value)), 400, 'invalid_request', new RegExp(field));
      refused(await post(`${twice}x`), 400, 'invalid_request', new RegExp(field));
    });
  }

  for (const name of ['scope[]', 'scope%5B%5D', 'scope[0]', '%73cope', 'assertion[a]']) {
    it(`row 3: refuses ${name} in addition to the plain field`, async () => {
      refused(await post(`${formOf()}&${name}=embed`), 400, 'invalid_request', /more than once/);
    });
  }

  it('row 3: refuses scope[] on its own', async () => {
    const form = formOf().replace('scope=', 'scope%5B%5D=');
    refused(await post(form), 400, 'invalid_request', /'scope' was sent more than once/);
  });

  it('row 4: treats an empty field as absent and ignores unknown ones', async () => {
    const empty = (field: string) => exchange(given.setup, good(), { fields: { [field]: '' } });
    assertRefused(await empty('scope'), 400, 'invalid_scope');
    assertRefused(await empty('grant_type'), 400, 'invalid_request', /grant_type is required/);
    assertRefused(await empty('assertion'), 400, 'invalid_request', /assertion is required/);
    const more = '&foo=1&bar&=&&resource=a%20b&filter[x]=1&__proto__=1&client_secret=&client_id=';
    assert.equal((await post(formOf() + more)).status, 200);
  });

  for (const broken of ['%', '%zz', '%ff', '%ed%a0%80', '%c0%80']) {
    it(`row 4: refuses a form that contains ${broken}, which is not encoded UTF-8`, async () => {
      refused(await post(`${formOf()}&x=${broken}`), 400, 'invalid_request', /percent-encoded/);
    });
  }

  it('row 4: parses a megabyte of brackets or fields in linear time', async () => {
    const bodies = [
      `${'['.repeat(900_000)}%0A=1`,
      '&'.repeat(900_000),
      Array.from({ length: 90_000 }, (_, index) => `f${index}=`).join('&'),
    ];
    for (const body of bodies) {
      const units = await cpuUnits(async () => assert.equal((await post(body)).status, 400));
      // Quadratic time would be minutes.
      assert.ok(units < 100, `it took ${units} units`);
    }
  });

  it('row 4: ignores hundreds of unknown fields, and refuses more than a thousand', async () => {
    const unknown = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
    assert.equal((await post(`${formOf()}&${unknown(900)}`)).status, 200);
    refused(await post(`${formOf()}&${unknown(1000)}`), 400, 'invalid_request', /more than 1000 parameters/);
  });

  it('row 5: ignores credentials in the address', async () => {
    const { clientId, secret, tokenUrl } = given.setup;
    const query = new URLSearchParams({ client_id: clientId, client_secret: secret, assertion: good() });
    const bare = await fetch(`${tokenUrl}?${query}`, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: formOf(),
    });
    assert.equal(bare.status, 401);
    assert.equal(((await bare.json()) as { error: string }).error, 'invalid_client');
    const response = await post(
      `grant_type=${encodeURIComponent(GRANT_TYPE)}&scope=embed`,
      {},
      `${PATH}?${query}`,
    );
    refused(response, 400, 'invalid_request', /assertion is required/);
    assert.ok(!given.inlay.logged().includes(secret));
  });

  it('row 10: names each kind of error', async () => {
    const ask = (fields: Readonly<Record<string, string | undefined>>) =>
      exchange(given.setup, good(), { fields });
    assertRefused(await ask({ grant_type: undefined }), 400, 'invalid_request', /jwt-bearer/);
    for (const grant_type of ['password', 'client_credentials', GRANT_TYPE.toUpperCase(), `${GRANT_TYPE} `])
      assertRefused(await ask({ grant_type }), 400, 'unsupported_grant_type', /jwt-bearer/);
    for (const scope of [undefined, 'embed admin', 'admin', 'embed embed', 'EMBED', ' embed'])
      assertRefused(await ask({ scope }), 400, 'invalid_scope', /embed/);
  });

  it('row 11: keeps descriptions printable regardless of the input', async () => {
    const nasty = '"\\\r\n\u0000é😀\ud800<script>\u202e';
    const responses = await Promise.all([
      exchange(given.setup, signJwt({ ...goodClaims(given.setup), iss: nasty })),
      exchange(given.setup, signJwt({ ...goodClaims(given.setup), aud: [nasty] })),
      exchange(given.setup, signJwt(goodClaims(given.setup), { header: { alg: nasty } })),
      exchange(given.setup, signJwt(goodClaims(given.setup), { header: { typ: nasty } })),
      exchange(given.setup, signJwt({ ...goodClaims(given.setup), embed_context: { roles: [nasty] } })),
    ]);
    for (const response of responses) assertRefused(response, 400, 'invalid_grant');
    refused(
      await post(`${formOf()}&${encodeURIComponent('é"')}=1&${encodeURIComponent('é"')}=1`),
      400,
      'invalid_request',
    );
  });

  it('row 12: forbids caching a success', async () => {
    const response = await post(formOf());
    assert.equal(response.status, 200);
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers.pragma, 'no-cache');
  });
});
