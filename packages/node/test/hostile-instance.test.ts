import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createEmbedClient, InlayError } from '../src/index.ts';
import { privatePem, type Reply, sendJson, startTokenEndpoint } from './token-endpoint.ts';

const expected = { clientId: 'acme-embed', clientSecret: 'canary-secret', issuer: 'https://acme-embed' };

async function errorOf(t: TestContext, reply: Reply): Promise<InlayError> {
  const endpoint = await startTokenEndpoint(t, expected, [reply]);
  const client = createEmbedClient({
    ...{ instanceUrl: endpoint.url, tenantId: 'acme', clientId: expected.clientId },
    ...{ clientSecret: expected.clientSecret, privateKey: privatePem },
  });
  const error = await client.token({ username: 'jane', workspaceId: 'main' }).then(
    (token) => assert.fail(`got ${JSON.stringify(token)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof InlayError, String(error));
  return error;
}

test('a response that unpacks to more than a token needs is not read', async (t) => {
  const padding = ' '.repeat(1024);
  const body = gzipSync(`{"access_token":"opaque","expires_in":60,"padding":"${padding.repeat(4096)}"}`);
  const error = await errorOf(t, (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
  });
  assert.equal(error.code, 'UNREACHABLE');
  assert.match(error.message, /did not respond like a token endpoint/);
});

for (const body of [
  { access_token: 'opaque', expires_in: 1e308 },
  { access_token: 'opaque', expires_in: -1 },
  { access_token: 'opaque\r\nSet-Cookie: a=b', expires_in: 60 },
  { access_token: '', expires_in: 60 },
])
  test(`rejects the token ${JSON.stringify(body)}`, async (t) => {
    const error = await errorOf(t, (response) => sendJson(response, 200, body));
    assert.match(error.message, /did not respond like a token endpoint/);
  });

test('errors contain no control characters and no endless text of the instance', async (t) => {
  const error = await errorOf(t, (response) =>
    sendJson(response, 400, {
      error: 'invalid\u001b[2J',
      error_description: `\u001b]0;title\u0007\r\nINFO ok\u009b31m\u202e${'x'.repeat(100_000)}`,
    }),
  );
  assert.equal(error.oauthError, 'invalid\ufffd[2J');
  assert.doesNotMatch(error.message, /[\p{Cc}\p{Cf}]/u);
  assert.match(error.message, /INFO ok/);
  assert.ok(error.message.length < 1100);
});
