import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import express from 'express';
import fastify, { type FastifyRequest } from 'fastify';
import { createEmbedClient, embedTokenHandler, InlayError } from '../src/index.ts';
import { privatePem, sendJson, startTokenEndpoint } from './token-endpoint.ts';

const expected = { clientId: 'acme-embed', clientSecret: 'secret', issuer: 'https://acme-embed' };

type Handler = ReturnType<typeof embedTokenHandler<IncomingMessage>>;

/** Each host serves the handler at /embed-token and returns its own URL. */
const hosts: Record<string, (t: TestContext, handler: Handler) => Promise<string>> = {
  'node:http': (t, handler) => listen(t, handler as RequestListener),
  Express: (t, handler) => listen(t, express().get('/embed-token', handler)),
  Fastify: async (t, handler) => {
    const app = fastify();
    app.get('/embed-token', (request: FastifyRequest, reply) => handler(request.raw, reply));
    t.after(() => app.close());
    return app.listen({ port: 0, host: '127.0.0.1' });
  },
};

function viewerOf(request: IncomingMessage) {
  const user = request.headers['x-user'];
  if (user === 'broken') throw new Error('the session store is down');
  return typeof user === 'string' ? { username: user, workspaceId: 'main' } : null;
}

for (const [name, serve] of Object.entries(hosts)) {
  test(`returns a token to a logged-in user in ${name}`, async (t) => {
    const { address } = await start(t, serve);
    const response = await fetch(`${address}/embed-token`, { headers: { 'x-user': 'jane' } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    const body = (await response.json()) as { token: string; expiresAt: string };
    assert.deepEqual(Object.keys(body), ['token', 'expiresAt']);
    assert.equal(body.token, 'opaque-1');
    assert.ok(Date.parse(body.expiresAt) > Date.now());
  });

  test(`responds with 401 in ${name} if nobody is logged in`, async (t) => {
    const { address, exchanges } = await start(t, serve);
    const response = await fetch(`${address}/embed-token`);
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(exchanges.length, 0);
  });

  test(`responds with 502 in ${name} and passes the details only to onError`, async (t) => {
    const { address, errors } = await start(t, serve, true);
    const response = await fetch(`${address}/embed-token`, { headers: { 'x-user': 'jane' } });
    assert.equal(response.status, 502);
    assert.doesNotMatch(await response.text(), /invalid_grant|aud/);
    const [error] = errors;
    assert.ok(error instanceof InlayError && /aud is wrong/.test(error.message));
  });

  test(`responds with 500 in ${name} if the application cannot tell who is logged in`, async (t) => {
    const { address, errors } = await start(t, serve);
    const response = await fetch(`${address}/embed-token`, { headers: { 'x-user': 'broken' } });
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /session store/);
    assert.match(String(errors[0]), /session store/);
  });
}

test('is a Fastify route handler without an adapter', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  const app = fastify();
  t.after(() => app.close());
  const viewer = (request: FastifyRequest) => ({ username: request.url, workspaceId: request.hostname });
  app.get('/embed-token', embedTokenHandler(client(endpoint.url), viewer));
  const response = await app.inject('/embed-token');
  assert.equal(response.json().token, 'opaque-1');
  assert.equal(endpoint.exchanges[0]?.context.username, '/embed-token');
});

test('is an Express route handler without an adapter, with a typed or untyped request', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  const app = express();
  const viewer = async (request: express.Request) => ({
    username: request.originalUrl,
    workspaceId: request.hostname,
  });
  app.get('/typed', embedTokenHandler(client(endpoint.url), viewer));
  app.get(
    '/inline',
    embedTokenHandler(client(endpoint.url), (request) => ({
      username: request.url ?? '',
      workspaceId: 'main',
    })),
  );
  const address = await listen(t, app);
  for (const path of ['/typed', '/inline']) assert.equal((await fetch(`${address}${path}`)).status, 200);
  assert.deepEqual(
    endpoint.exchanges.map(({ context }) => context.username),
    ['/typed', '/inline'],
  );
});

test('takes the token lifetime as an option', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  const handler = embedTokenHandler(client(endpoint.url), viewerOf, { expiresIn: 60 });
  const address = await listen(t, handler as RequestListener);
  await fetch(address, { headers: { 'x-user': 'jane' } });
  const exp = endpoint.exchanges[0]?.claims.exp ?? 0;
  assert.ok(exp <= Date.now() / 1000 + 60);
});

async function start(
  t: TestContext,
  serve: (t: TestContext, handler: Handler) => Promise<string>,
  refuse = false,
) {
  const refusal = { error: 'invalid_grant', error_description: 'aud is wrong' };
  const endpoint = await startTokenEndpoint(
    t,
    expected,
    refuse ? [(response) => sendJson(response, 400, refusal)] : [],
  );
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const address = await serve(t, embedTokenHandler(client(endpoint.url), viewerOf, { onError }));
  return { address, errors, exchanges: endpoint.exchanges };
}

function client(instanceUrl: string) {
  return createEmbedClient({ ...expected, instanceUrl, tenantId: 'acme', privateKey: privatePem });
}

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
