import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startDnsServer } from '../../../../../test/support/network/start-dns-server.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { AddressNotAllowedError, makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import {
  FetchError,
  type FetchErrorCode,
  type FetchOptions,
} from '../../../src/platform/egress/fetch-bounded.ts';
import { fetchJson } from '../../../src/platform/egress/fetch-json.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

const LOOPBACK: FetchOptions = {
  egress: makeEgressRules(['127.0.0.0/8', '::1'], systemTime),
  time: systemTime,
  timeoutMs: 10_000,
  maxBytes: 1000,
};

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
}

function hasCode(code: FetchErrorCode) {
  return (error: unknown) => error instanceof FetchError && error.code === code;
}

test('fetchJson: returns the parsed document and its headers', async (t) => {
  const url = await serve(t, (_, response) => {
    response.setHeader('cache-control', 'max-age=60').end('{"keys":["ü"]}');
  });
  const { body, headers } = await fetchJson(url, LOOPBACK);
  assert.deepEqual(body, { keys: ['ü'] });
  assert.equal(headers['cache-control'], 'max-age=60');
});

test('fetchJson: sends nothing to an address that the operator did not list', async (t) => {
  let requests = 0;
  const url = await serve(t, (_, response) => {
    requests += 1;
    response.end('{}');
  });
  const closed = { ...LOOPBACK, egress: makeEgressRules([], systemTime) };
  await assert.rejects(fetchJson(url, closed), AddressNotAllowedError);
  await assert.rejects(fetchJson(url.replace('127.0.0.1', 'localhost'), closed), AddressNotAllowedError);
  assert.equal(requests, 0);
});

test('fetchJson: refuses redirects and says so', async (t) => {
  const url = await serve(t, (request, response) => {
    if (request.url === '/keys') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end('{}');
  });
  await assert.rejects(fetchJson(url, LOOPBACK), /status 302.*Redirects are not followed/);
});

test('fetchJson: stops reading at the size limit', async (t) => {
  const closed = Promise.withResolvers<{ readonly isEarly: boolean }>();
  const url = await serve(t, (_, response) => {
    response.on('close', () => closed.resolve({ isEarly: !response.writableFinished }));
    response.write(`"${'x'.repeat(2000)}`);
  });
  await assert.rejects(fetchJson(url, LOOPBACK), hasCode('TOO_LARGE'));
  assert.deepEqual(await closed.promise, { isEarly: true });
});

test('fetchJson: gives up when the whole response takes longer than the limit, with or without headers', async (t) => {
  const beginnings = { silent: () => {}, slow: (response: ServerResponse) => void response.write('{') };
  for (const begin of Object.values(beginnings)) {
    const time = fakeTime();
    const asked = Promise.withResolvers<void>();
    const url = await serve(t, (_, response) => {
      begin(response);
      asked.resolve();
    });
    const late = assert.rejects(fetchJson(url, { ...LOOPBACK, time }), hasCode('TIMEOUT'));
    await asked.promise;
    await time.advance(LOOPBACK.timeoutMs);
    await late;
  }
});

test('fetchJson: says that the host name is the problem, also if DNS does not respond', async (t) => {
  const dns = await startDnsServer({ 'silent.example': 'hang' });
  t.after(() => dns.close());
  const time = fakeTime();
  const options = { ...LOOPBACK, egress: makeEgressRules([], time, dns.system), time, timeoutMs: 5000 };
  await assert.rejects(
    fetchJson('https://missing.example/keys', options),
    /^FetchError: missing\.example could not be reached: DNS has no address for missing\.example\.$/,
  );
  const late = assert.rejects(
    fetchJson('https://silent.example/keys', options),
    /^FetchError: silent\.example could not be reached: DNS did not respond in time for silent\.example\.$/,
  );
  await eventually(() => assert.ok(dns.queries.includes('A silent.example')));
  await time.advance(4000);
  await late;
});

test('fetchJson: stops when the caller cancels', async (t) => {
  const url = await serve(t, () => {});
  const controller = new AbortController();
  const fetching = fetchJson(url, { ...LOOPBACK, signal: controller.signal });
  controller.abort();
  await assert.rejects(fetching, hasCode('CANCELLED'));
});

test('fetchJson: rejects a response that is not JSON or was cut off', async (t) => {
  const html = await serve(t, (_, response) => void response.end('<html>'));
  await assert.rejects(fetchJson(html, LOOPBACK), hasCode('BAD_RESPONSE'));
  const cut = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{}', () => response.destroy());
  });
  await assert.rejects(fetchJson(cut, LOOPBACK), hasCode('FAILED'));
});

for (const address of [
  'file:///etc/passwd',
  'keys',
  'ftp://example.com/',
  'https://user:pass@example.com/',
]) {
  test(`refuses ${address} as an address`, async () => {
    await assert.rejects(fetchJson(address, LOOPBACK), hasCode('BAD_ADDRESS'));
  });
}
