import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic, exchange, signJwt } from '../../../support/embeds/embed-client.ts';
import { assertRefused } from '../../../support/http/assert-refused.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';

describeEmbedding('HTTP Basic at the token endpoint', SQLITE, (given) => {
  const withHeader = (authorization: string, fields: Readonly<Record<string, string>> = {}) =>
    exchange(given.setup, signJwt(given.claims()), { headers: { authorization }, fields });
  const encoded = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;
  const invalidClient = async (authorization: string) => {
    const response = await withHeader(authorization);
    given.advance(61_000);
    assertRefused(response, 401, 'invalid_client', /^Client authentication failed\.$/);
    assert.match(response.headers.get('www-authenticate') ?? '', /^Basic realm="/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('pragma'), 'no-cache');
  };

  it('row 6: form-decodes client id and secret', async () => {
    const { clientId, secret } = given.setup;
    const percent = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
    assert.equal((await withHeader(basic(percent(clientId), percent(secret)))).status, 200);
    assert.equal((await withHeader(basic(clientId, secret).replace('Basic', 'bAsIc'))).status, 200);
  });

  it('row 6: splits at the first colon', async () => {
    const { clientId, secret } = given.setup;
    await invalidClient(encoded(`${clientId}:${secret}:`));
    await invalidClient(encoded(`${clientId}::${secret}`));
    await invalidClient(encoded(`:${clientId}:${secret}`));
    await invalidClient(encoded(`${clientId}%3A${secret}`));
    await invalidClient(encoded(`${clientId}:${secret}%3A`));
  });

  it('row 6: refuses anything but strict base64 of UTF-8', async () => {
    const { clientId, secret } = given.setup;
    const good = basic(clientId, secret);
    const padded = encoded(`${clientId}:${secret}`);
    const variants = [
      padded.replace(/=*$/, '==='),
      `${padded.slice(0, 20)} ${padded.slice(20)}`,
      padded.replace(/.$/, '!'),
      encoded(Buffer.concat([Buffer.from(`${clientId}:${secret}`), Buffer.from([0xff])])),
      encoded(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${clientId}:${secret}`)])),
      encoded(`${clientId}:${secret}%`),
      encoded(`${clientId}:${secret}%ff`),
      encoded(`${clientId}:${secret}+`),
      encoded(`${clientId}:${secret}\u0000`),
      encoded(`${clientId} :${secret}`),
      encoded(`${clientId.toUpperCase()}:${secret}`),
      encoded(clientId + secret),
      good.replace('Basic ', 'Basic'),
      good.replace('Basic ', 'Bearer '),
      'Basic',
      'Basic =',
      'Basic ====',
    ];
    for (const authorization of variants) await invalidClient(authorization);
  });

  it('row 6: refuses base64 without padding or with non-zero trailing bits', async () => {
    const { clientId, secret } = given.setup;
    // A percent-encoded letter more or less changes the length until padding is needed.
    for (const user of [clientId, clientId.replace('d', '%64')]) {
      const header = encoded(`${user}:${secret}`);
      if (!header.endsWith('=')) continue;
      assert.equal((await withHeader(header)).status, 200);
      await invalidClient(header.replace(/=+$/, ''));
      const [, body = ''] = /^Basic ([^=]+)/.exec(header) ?? [];
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
      const spare = alphabet[alphabet.indexOf(body.at(-1) ?? 'A') + 1];
      await invalidClient(header.replace(/[^=](=+)$/, `${spare}$1`));
    }
  });

  it('row 7: refuses two authentication methods in one request', async () => {
    const { clientId, secret } = given.setup;
    const good = basic(clientId, secret);
    for (const field of ['client_secret', 'client_assertion'])
      assertRefused(
        await withHeader(good, { [field]: secret }),
        400,
        'invalid_request',
        /only with HTTP Basic/,
      );
    assertRefused(
      await withHeader(good, { client_id: 'other' }),
      400,
      'invalid_request',
      /differs from the username of HTTP Basic/,
    );
    assert.equal((await withHeader(good, { client_id: clientId })).status, 200);
  });

  it('row 7: does not accept client credentials in the body', async () => {
    const { clientId, secret } = given.setup;
    const response = await withHeader('', { client_id: clientId, client_secret: secret });
    assertRefused(response, 401, 'invalid_client');
  });

  it('row 8: responds the same to unknown clients, wrong secrets and unknown realms', async () => {
    const { clientId, secret, tokenUrl } = given.setup;
    const assertion = signJwt(given.claims());
    const ask = (user: string, password: string, url = tokenUrl) =>
      exchange(given.setup, assertion, { headers: { authorization: basic(user, password) }, url });
    const responses = [
      await ask(clientId, 'wrong'),
      await ask('nobody', secret),
      await ask('nobody', ''),
      await ask(clientId, ''),
      await ask(clientId, secret, tokenUrl.replace('/demo/', '/nobody/')),
    ];
    for (const response of responses) {
      assert.equal(response.status, 401);
      assert.deepEqual(response.body, {
        error: 'invalid_client',
        error_description: 'Client authentication failed.',
      });
      assert.equal(response.headers.get('www-authenticate'), responses[0]?.headers.get('www-authenticate'));
    }
  });
});
