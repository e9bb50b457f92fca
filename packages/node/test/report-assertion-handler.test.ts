import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import express from 'express';
import fastify from 'fastify';
import { jwtVerify } from 'jose';
import {
  createEmbedClient,
  InlayError,
  type ReportAssertionHandlerOptions,
  type ReportViewer,
  reportAssertionHandler,
  verifyInlaySignature,
} from '../src/index.ts';
import { pair, privatePem, startTokenEndpoint } from './token-endpoint.ts';

const SECRET = 'inl_report_of-the-tests';
const expected = { clientId: 'acme-embed', clientSecret: 'secret', issuer: 'https://acme-embed' };

const asked = (username: string) =>
  JSON.stringify({
    tenant: 'acme',
    subscription: '0190',
    username,
    workspace_id: 'main',
    embed: 'sales',
    purpose: 'report',
    sent_at: new Date().toISOString(),
  });

/** As the reference of the scheme says, apart from the code under test. */
function signed(body: string, { secret = SECRET, at = Date.now() } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'inlay-timestamp': timestamp,
    'inlay-signature': `v1=${digest}`,
  };
}

type Handler = ReturnType<typeof reportAssertionHandler>;

const hosts: Record<string, (t: TestContext, handler: Handler) => Promise<string>> = {
  'node:http': (t, handler) => listen(t, handler as RequestListener),
  Express: (t, handler) => listen(t, express().post('/', handler)),
  'Express with parsed bodies': (t, handler) => listen(t, express().use(express.json()).post('/', handler)),
  'Express with raw bodies': (t, handler) =>
    listen(
      t,
      express()
        .use(express.raw({ type: '*/*' }))
        .post('/', handler),
    ),
  Fastify: async (t, handler) => {
    const app = fastify();
    app.post('/', handler);
    t.after(() => app.close());
    return app.listen({ port: 0, host: '127.0.0.1' });
  },
};

for (const [name, serve] of Object.entries(hosts)) {
  test(`returns a signed assertion of the viewer to Inlay in ${name}`, async (t) => {
    const { post, viewers, endpoint } = await start(t, serve);
    const body = asked('jåne "x"\u2028@example.com');
    const response = await post(body, signed(body));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const { assertion } = (await response.json()) as { assertion: string };
    const { payload } = await jwtVerify(assertion, pair.publicKey, { algorithms: ['RS512'] });
    assert.equal(payload.iss, expected.issuer);
    assert.equal(payload.sub, expected.clientId);
    assert.deepEqual(payload.embed_context, {
      username: 'jåne "x"\u2028@example.com',
      workspace_id: 'main',
      roles: ['USER'],
      privileges: { sales: ['view'] },
    });
    assert.ok(Number(payload.exp) <= Date.now() / 1000 + 300);
    assert.deepEqual(viewers, [
      {
        username: 'jåne "x"\u2028@example.com',
        workspaceId: 'main',
        tenant: 'acme',
        subscription: '0190',
        embed: 'sales',
        purpose: 'report',
      },
    ]);
    assert.equal(endpoint.exchanges.length, 0);
  });

  test(`refuses a viewer who has lost access with 403 in ${name}`, async (t) => {
    const { post } = await start(t, serve);
    const body = asked('gone');
    const response = await post(body, signed(body));
    assert.equal(response.status, 403);
    assert.deepEqual(await response.json(), { refused: true });
  });

  test(`responds with 401 in ${name} unless Inlay signed the request`, async (t) => {
    const { post, viewers } = await start(t, serve);
    const body = asked('jane');
    const minutes = 60_000;
    for (const headers of [
      { 'content-type': 'application/json' },
      signed(body, { secret: 'another secret' }),
      signed(body, { at: Date.now() - 6 * minutes }),
      signed(body, { at: Date.now() + 6 * minutes }),
      signed(asked('john')),
    ])
      assert.equal((await post(body, headers)).status, 401);
    assert.deepEqual(viewers, []);
  });

  test(`responds with 500 in ${name} if the application cannot tell, so that Inlay asks again`, async (t) => {
    const { post, errors } = await start(t, serve);
    const body = asked('broken');
    const response = await post(body, signed(body));
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /session store/);
    assert.match(String(errors[0]), /session store/);
  });
}

test('takes the new and the old secret while the secret is replaced', async (t) => {
  const { post } = await start(t, hosts['node:http'] as (typeof hosts)[string], {
    secret: ['a new secret', SECRET],
  });
  const body = asked('jane');
  for (const secret of ['a new secret', SECRET])
    assert.equal((await post(body, signed(body, { secret }))).status, 200);
  assert.equal((await post(body, signed(body, { secret: 'a third' }))).status, 401);
});

test('reads no more than 64 KB', async (t) => {
  const { post } = await start(t, hosts['node:http'] as (typeof hosts)[string]);
  const body = 'x'.repeat(70_000);
  assert.equal((await post(body, signed(body))).status, 413);
});

test('needs a secret', () => {
  for (const secret of [undefined, '', []])
    assert.throws(
      () => reportAssertionHandler(clientOf('http://127.0.0.1'), () => null, { secret }),
      (error: unknown) => error instanceof InlayError && error.code === 'CONFIGURATION',
    );
});

test('verifyInlaySignature takes the headers of a Request, and bytes', () => {
  const body = asked('jane');
  const { headers } = new Request('http://host.example', { headers: signed(body) });
  assert.equal(verifyInlaySignature(body, headers, SECRET), true);
  assert.equal(verifyInlaySignature(Buffer.from(body), headers, SECRET), true);
  assert.equal(verifyInlaySignature(`${body} `, headers, SECRET), false);
});

test('verifyInlaySignature refuses what is not a signature, and never throws', () => {
  const body = asked('jane');
  const good = signed(body);
  const digest = good['inlay-signature'] ?? '';
  for (const [headers, secret] of [
    [{}, SECRET],
    [{ ...good, 'inlay-signature': digest.slice(0, -1) }, SECRET],
    [{ ...good, 'inlay-signature': digest.replace('v1', 'v2') }, SECRET],
    [{ ...good, 'inlay-signature': [digest, digest] }, SECRET],
    [{ ...good, 'inlay-timestamp': 'soon' }, SECRET],
    [{ ...good, 'inlay-timestamp': `${good['inlay-timestamp']}0` }, SECRET],
    [good, undefined],
    [good, ''],
    [good, []],
    [good, ['']],
  ] as const)
    assert.equal(verifyInlaySignature(body, headers, secret), false);
  const forged = signed(body, { secret: '' });
  for (const secret of [undefined, '', ['']]) assert.equal(verifyInlaySignature(body, forged, secret), false);
});

async function start(
  t: TestContext,
  serve: (t: TestContext, handler: Handler) => Promise<string>,
  options: Partial<ReportAssertionHandlerOptions> = {},
) {
  const endpoint = await startTokenEndpoint(t, expected);
  const viewers: ReportViewer[] = [];
  const errors: unknown[] = [];
  const contextOf = (viewer: ReportViewer) => {
    viewers.push(viewer);
    if (viewer.username === 'broken') throw new Error('the session store is down');
    if (viewer.username === 'gone') return null;
    return { username: viewer.username, workspaceId: 'main', privileges: { sales: ['view' as const] } };
  };
  const handler = reportAssertionHandler(clientOf(endpoint.url), contextOf, {
    secret: SECRET,
    onError: (error) => errors.push(error),
    ...options,
  });
  const address = await serve(t, handler);
  const post = (body: string, headers: Record<string, string>) =>
    fetch(address, { method: 'POST', headers, body });
  return { post, viewers, errors, endpoint };
}

const clientOf = (instanceUrl: string) =>
  createEmbedClient({
    instanceUrl,
    tenantId: 'acme',
    clientId: expected.clientId,
    clientSecret: expected.clientSecret,
    privateKey: privatePem,
  });

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
