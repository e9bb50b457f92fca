import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createEmbedClient, type EmbedClientOptions, InlayError } from '../src/index.ts';
import { metadata, privatePem, sendJson, startTokenEndpoint } from './token-endpoint.ts';

const expected = { clientId: 'acme-embed', clientSecret: 'canary-secret', issuer: 'https://acme-embed' };
const jane = { username: 'jane', workspaceId: 'main' };

function clientFor(instanceUrl: string, more: Partial<EmbedClientOptions> = {}) {
  return createEmbedClient({
    instanceUrl,
    tenantId: 'acme',
    clientId: expected.clientId,
    clientSecret: expected.clientSecret,
    privateKey: privatePem,
    ...more,
  });
}

/** A server that answers discovery with this; anything else fails the test, as do credentials. */
async function startDiscovery(
  t: TestContext,
  answer: (response: ServerResponse, url: string, request: IncomingMessage) => void,
) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    assert.equal(request.headers.authorization, undefined);
    answer(response, url, request);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, requests };
}

test('signs with the issuer and audience of the instance, whatever its address is', async (t) => {
  const custom = {
    ...expected,
    issuer: 'https://other',
    audience: 'https://public.example/api/auth/realms/acme',
  };
  const endpoint = await startTokenEndpoint(t, custom);
  await clientFor(endpoint.url).token(jane);
  const { iss, aud } = endpoint.exchanges[0]?.claims ?? {};
  assert.deepEqual({ iss, aud }, { iss: custom.issuer, aud: custom.audience });
});

test('asks the instance once for calls at the same time and later ones, without credentials', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  const client = clientFor(endpoint.url);
  await Promise.all([client.token(jane), client.token(jane), client.token(jane)]);
  await client.token(jane);
  assert.equal(endpoint.exchanges.length, 4);
  assert.equal(endpoint.discoveries.length, 1);
  assert.equal(endpoint.discoveries[0]?.headers.authorization, undefined);
});

test('asks nothing if issuer and audience are given', async (t) => {
  const custom = { ...expected, issuer: 'https://own', audience: 'urn:own' };
  const endpoint = await startTokenEndpoint(t, custom);
  await clientFor(endpoint.url, { issuer: custom.issuer, audience: custom.audience }).token(jane);
  assert.equal(endpoint.discoveries.length, 0);
});

test('prefers an option to what the instance says', async (t) => {
  const custom = { ...expected, issuer: 'https://own' };
  const endpoint = await startTokenEndpoint(t, custom);
  await clientFor(endpoint.url, { issuer: custom.issuer }).token(jane);
  assert.equal(endpoint.exchanges[0]?.claims.iss, 'https://own');
});

test('sends the secret to the instance that was configured, also if metadata names another origin', async (t) => {
  const other = await startDiscovery(t, () => assert.fail('nothing may be sent to another origin'));
  const endpoint = await startTokenEndpoint(t, expected);
  const fetchOther: typeof fetch = async (input, init) =>
    String(input).endsWith('/openid-configuration')
      ? Response.json(
          metadata(other.url, {
            ...expected,
            audience: `${endpoint.url.replace('http', 'https')}/api/auth/realms/acme`,
          }),
        )
      : fetch(input, init);
  await clientFor(endpoint.url, { fetch: fetchOther }).token(jane);
  assert.equal(endpoint.exchanges.length, 1);
  assert.deepEqual(other.requests, []);
});

const inconsistent: Record<string, readonly [(url: string) => object, RegExp]> = {
  'metadata of another server': [
    (url) => ({ issuer: url, token_endpoint: `${url}/token` }),
    /is not the metadata of an Inlay/,
  ],
  'an issuer of another tenant': [
    (url) => ({ ...metadata(url, expected), issuer: `${url}/api/auth/realms/other` }),
    /describes another tenant/,
  ],
  'an audience of another tenant': [
    (url) => ({ ...metadata(url, expected), assertion_audience: `${url}/api/auth/realms/other` }),
    /describes another tenant/,
  ],
  'an audience that is not a web address': [
    (url) => ({
      ...metadata(url, expected),
      assertion_audience: 'urn:x:/api/auth/realms/acme',
    }),
    /describes another tenant/,
  ],
  'another token endpoint': [
    (url) => ({ ...metadata(url, expected), token_endpoint: 'https://attacker.example/token' }),
    /describes another tenant or token endpoint/,
  ],
  'a token endpoint that is no URL': [
    (url) => ({ ...metadata(url, expected), token_endpoint: 7 }),
    /describes another tenant or token endpoint/,
  ],
  'a list': [() => [], /is not the metadata/],
};
for (const [what, [body, message]] of Object.entries(inconsistent)) {
  test(`refuses ${what}, and sends no secret`, async (t) => {
    const server = await startDiscovery(t, (response, url) => sendJson(response, 200, body(url)));
    await assert.rejects(clientFor(server.url).token(jane), (error) => {
      assert.ok(error instanceof InlayError);
      assert.equal(error.code, 'UNREACHABLE');
      assert.match(error.message, message);
      assert.match(error.message, /Check instanceUrl and tenantId\. The client secret was not sent\.$/);
      assert.doesNotMatch(error.message, /canary/);
      return true;
    });
    assert.deepEqual(server.requests, ['GET /api/auth/realms/acme/.well-known/openid-configuration']);
  });
}

test('names the reason for an unknown tenant, and does not retry', async (t) => {
  const message = 'Realm not found. Check the tenant id in the address.';
  const server = await startDiscovery(t, (response) => sendJson(response, 404, { statusCode: 404, message }));
  await assert.rejects(
    clientFor(server.url).token(jane),
    /does not describe a tenant: Realm not found.*HTTP 404/,
  );
  assert.equal(server.requests.length, 1);
});

test('follows no redirect', async (t) => {
  const server = await startDiscovery(t, (response) =>
    response.writeHead(302, { location: 'https://attacker.example/' }).end(),
  );
  await assert.rejects(clientFor(server.url).token(jane), /redirects to https:\/\/attacker\.example\//);
});

test('retries discovery that failed, within the attempts and the time of the call', async (t) => {
  const down = await startDiscovery(t, (response) => response.writeHead(503).end());
  await assert.rejects(clientFor(down.url, { maxAttempts: 2 }).token(jane), { code: 'UNREACHABLE' });
  assert.equal(down.requests.length, 2);
  const silent = await startDiscovery(t, () => {});
  await assert.rejects(clientFor(silent.url, { timeoutMs: 200 }).token(jane), { code: 'TIMEOUT' });
});

test("rejects with the caller's reason when aborted during discovery, and others go on", async (t) => {
  const { promise: asked, resolve: setAsked } = Promise.withResolvers<() => void>();
  const endpoint = await startTokenEndpoint(t, expected);
  const slowFetch: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/openid-configuration')) await new Promise<void>((go) => setAsked(go));
    return fetch(input, init);
  };
  const client = clientFor(endpoint.url, { fetch: slowFetch });
  const controller = new AbortController();
  const reason = new Error('the viewer left');
  const left = client.token(jane, { signal: controller.signal });
  const stayed = client.token(jane);
  const go = await asked;
  controller.abort(reason);
  await assert.rejects(left, (error) => error === reason);
  go();
  assert.ok((await stayed).token);
});
