import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { createEmbedClient, type EmbedClientOptions, InlayError } from '../../src/index.ts';
import { onPause } from '../on-pause.ts';
import { privatePem, type Reply, sendJson, startTokenEndpoint } from '../token-endpoint.ts';

const expected = { clientId: 'acme-embed', clientSecret: 'secret', issuer: 'https://acme-embed' };
const jane = { username: 'jane', workspaceId: 'main' };

function clientFor(instanceUrl: string, more: Partial<EmbedClientOptions> = {}) {
  return createEmbedClient({ ...expected, instanceUrl, tenantId: 'acme', privateKey: privatePem, ...more });
}

const hangUp: Reply = (response) => response.destroy();
const cutOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' });
  response.write('{"access_token":');
  setImmediate(() => response.destroy());
};
const neverAnswer: Reply = () => {};
const status =
  (code: number, headers = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end('<h1>gateway</h1>');

const passing: Record<string, Reply> = {
  'a connection that was cut': hangUp,
  'an answer that broke off': cutOff,
  '502': status(502),
  '503': status(503),
  '503 with Retry-After': status(503, { 'retry-after': '0' }),
  '504': status(504),
  '429 with Retry-After': status(429, { 'retry-after': '1' }),
  '429 with a date': status(429, { 'retry-after': new Date().toUTCString() }),
};
for (const [what, reply] of Object.entries(passing)) {
  test(`retries with a new jti after ${what}`, async (t) => {
    const endpoint = await startTokenEndpoint(t, expected, [reply]);
    const { token } = await clientFor(endpoint.url).token(jane);
    assert.equal(token, 'opaque-2');
    const [first, second] = endpoint.exchanges.map(({ claims }) => claims.jti);
    assert.ok(first && second && first !== second, `${first} and ${second}`);
  });
}

test('waits as long as Retry-After requires', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected, [status(429, { 'retry-after': '1' })]);
  const pauses: number[] = [];
  onPause(t, (ms) => pauses.push(ms));
  await clientFor(endpoint.url).token(jane);
  assert.deepEqual(pauses, [1000]);
});

test('retries after an attempt that timed out', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected, [neverAnswer]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pending = clientFor(endpoint.url, { attemptTimeoutMs: 300 }).token(jane);
  await eventually(async () => assert.equal(endpoint.exchanges.length, 1));
  t.mock.timers.tick(300);
  assert.equal((await pending).token, 'opaque-2');
});

const final: Record<string, Reply> = {
  '400 invalid_grant': (response) => sendJson(response, 400, { error: 'invalid_grant' }),
  '401 invalid_client': (response) => sendJson(response, 401, { error: 'invalid_client' }),
  '500 with an error': (response) => sendJson(response, 500, { error: 'server_error' }),
  '429 without Retry-After': status(429),
  '429 with a Retry-After past the time for the call': status(429, { 'retry-after': '3600' }),
};
for (const [what, reply] of Object.entries(final)) {
  test(`does not retry after ${what}`, async (t) => {
    const endpoint = await startTokenEndpoint(t, expected, [reply]);
    await assert.rejects(clientFor(endpoint.url).token(jane), { code: 'TOKEN_REFUSED' });
    assert.equal(endpoint.exchanges.length, 1);
  });
}

const noEndpoint: Record<string, readonly [Reply, RegExp]> = {
  'a page that was not found': [status(404), /HTTP 404.*Check instanceUrl and tenantId/],
  'a page in place of a token': [status(200), /HTTP 200/],
  'a token without a life': [(r) => sendJson(r, 200, { access_token: 'x' }), /HTTP 200/],
  'an inner error': [status(500), /HTTP 500/],
  'a redirect, which it does not follow': [status(302, { location: '/login' }), /redirects to \/login/],
};
for (const [what, [reply, message]] of Object.entries(noEndpoint)) {
  test(`reports without a retry that ${what} is not a token endpoint`, async (t) => {
    const endpoint = await startTokenEndpoint(t, expected, [reply]);
    await assert.rejects(clientFor(endpoint.url).token(jane), (error) => {
      assert.ok(error instanceof InlayError);
      assert.equal(error.code, 'UNREACHABLE');
      assert.match(error.message, message);
      assert.equal(typeof error.status, 'number');
      return true;
    });
    assert.equal(endpoint.exchanges.length, 1);
  });
}

test('gives up after the maximum number of attempts', async (t) => {
  const down = Array.from({ length: 9 }, () => status(503));
  const endpoint = await startTokenEndpoint(t, expected, down);
  await assert.rejects(clientFor(endpoint.url).token(jane), { code: 'UNREACHABLE' });
  assert.equal(endpoint.exchanges.length, 3);
  await assert.rejects(clientFor(endpoint.url, { maxAttempts: 1 }).token(jane), { code: 'UNREACHABLE' });
  assert.equal(endpoint.exchanges.length, 4);
});

test('names the reason when nothing listens at the address', async () => {
  const port = await freePort();
  await assert.rejects(clientFor(`http://127.0.0.1:${port}`).token(jane), (error) => {
    assert.ok(error instanceof InlayError);
    assert.equal(error.code, 'UNREACHABLE');
    assert.match(error.message, /ECONNREFUSED/);
    assert.ok(error.cause instanceof Error);
    return true;
  });
});

test('rejects with the code TIMEOUT when the time limit of the call has passed', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected, [neverAnswer, neverAnswer, neverAnswer]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let passedMs = 0;
  const { now } = performance;
  t.mock.method(performance, 'now', () => now.call(performance) + passedMs);
  const rejected = assert.rejects(clientFor(endpoint.url, { timeoutMs: 60_000 }).token(jane), {
    name: 'InlayError',
    code: 'TIMEOUT',
  });
  await eventually(async () => assert.equal(endpoint.exchanges.length, 1));
  passedMs = 60_000;
  t.mock.timers.tick(60_000);
  await rejected;
  assert.equal(endpoint.exchanges.length, 1);
});

test("rejects with the caller's reason when aborted during a request or a pause", async (t) => {
  const endpoint = await startTokenEndpoint(t, expected, [neverAnswer, status(503, { 'retry-after': '5' })]);
  const reason = new Error('the viewer left');
  const rejectsWhenAborted = ({ signal }: AbortController) =>
    assert.rejects(clientFor(endpoint.url).token(jane, { signal }), (error) => error === reason);
  const request = new AbortController();
  const rejected = rejectsWhenAborted(request);
  await eventually(async () => assert.equal(endpoint.exchanges.length, 1));
  request.abort(reason);
  await rejected;
  const pause = new AbortController();
  onPause(t, () => pause.abort(reason));
  await rejectsWhenAborted(pause);
  assert.equal(endpoint.exchanges.length, 2);
});

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
