import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { listRoutes } from '../../../support/http/list-routes.ts';
import { type RawResponse, rawRequest } from '../../../support/http/raw-request.ts';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const NO_TENANT = {
  statusCode: 404,
  message: 'No tenant here. Check the host name in the address.',
  code: 'NO_TENANT',
};
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Served on every host: they say nothing about a tenant. */
const ON_EVERY_HOST = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/scripts/embedLauncher.js',
  '/scripts/embedSdk.js',
  '/embed/assets/:name',
  '/admin/assets/:name',
];

describe('hosts', () => {
  const inlay = useInlay(sqliteStore, { env: { INLAY_PUBLIC_URL: 'https://analytics.example.com' } });
  const get = (host: string, path = '/api/v0/me', headers: Record<string, string> = {}) =>
    rawRequest(inlay.running.url, { path, headers: { ...headers, host } });
  let acmeToken: string;
  before(async () => {
    acmeToken = (await addTenant(inlay.running)).adminToken;
  });

  const tenantAt = async (host: string) => {
    const tokens = { demo: await inlay.adminToken(), acme: acmeToken };
    for (const [tenant, token] of Object.entries(tokens))
      if ((await get(host, '/api/v0/me', { authorization: `Bearer ${token}` })).status === 200) return tenant;
    return undefined;
  };

  for (const host of [
    'localhost',
    'localhost:4000',
    'LOCALHOST:65535',
    'localhost.',
    '127.0.0.1',
    '127.0.0.1:4000',
    '[::1]',
    '[::1]:4000',
    'analytics.example.com',
    'Analytics.Example.COM:443',
    'demo.localhost',
  ]) {
    it(`reaches the default tenant at ${host}`, async () => {
      assert.equal(await tenantAt(host), 'demo');
    });
  }

  for (const host of ['acme.localhost:4000', 'acme.localhost.', 'ACME.analytics.example.com'])
    it(`reaches tenant acme at ${host}`, async () => {
      assert.equal(await tenantAt(host), 'acme');
    });

  for (const host of [
    'unknown.localhost',
    'a.acme.localhost',
    'localhost..',
    '.localhost',
    'localhost.example',
    'xn--nxasmq6b.example',
    'acme.example.com',
    '127.0.0.2',
    '127.1',
    '0.0.0.0',
    '[::]',
    '[::1',
    '[::ffff:127.0.0.1]',
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost,evil.example',
    'localhost evil.example',
    'localhost/evil.example',
    'localhost:1:2',
    'localhost:123456',
    'localhost:port',
    'localhost:4000@evil.example',
    '[::1]:1:2',
    '__proto__',
    // DNS rebinding: the browser sends the name that was rebound to 127.0.0.1.
    'rebound.attacker.example:4000',
    '7f000001.attacker.example',
    'a'.repeat(5000),
  ]) {
    it(`returns 404 at ${host.slice(0, 40)}`, async () => {
      for (const path of ['/api/v0/me', '/api/v0/users', '/api/nowhere', '/nowhere']) {
        const { status, body } = await get(host, path);
        assert.equal(status, 404, path);
        assert.deepEqual(body, NO_TENANT, path);
      }
    });
  }

  it('returns 404 for every route at an unknown host, except probes, static assets and realms', async () => {
    const routes = listRoutes(inlay.running.http).filter(
      ({ url }) => !ON_EVERY_HOST.includes(url) && !/^\/(?:packages|docs)\b/.test(url),
    );
    const ofRealm = ({ url }: { readonly url: string }) => url.includes('/realms/');
    assert.ok(routes.length > 100);
    for (const { method, url } of routes.filter((route) => !ofRealm(route))) {
      const path = url.replace('/admin*', '/admin/users').replaceAll(/:\w+/g, 'some-id');
      const response = await rawRequest(inlay.running.url, {
        method,
        path,
        headers: { host: 'unknown.example' },
      });
      assert.deepEqual(response.body, NO_TENANT, `${method} ${url}`);
    }
    for (const { method, url } of routes.filter(ofRealm)) {
      const path = url.replace(':realm', 'acme');
      const response = await rawRequest(inlay.running.url, {
        method,
        path,
        headers: { host: 'unknown.example' },
      });
      assert.notEqual(response.body.code, 'NO_TENANT', `${method} ${url}`);
    }
  });

  it('serves probes and static assets at an unknown host', async () => {
    for (const path of [
      '/healthz',
      '/readyz',
      '/metrics',
      '/scripts/embedLauncher.js',
      '/scripts/embedSdk.js',
    ])
      assert.equal((await get('unknown.example', path)).status, 200, path);
    for (const path of ['/embed/assets/none.js', '/admin/assets/none.js'])
      assert.equal((await get('unknown.example', path)).body.code, 'NOT_FOUND', path);
  });

  it('shows browsers a page at an unknown host that runs nothing and repeats nothing of the request', async () => {
    for (const path of ['/', '/admin', '/embed/canary', '/canary']) {
      const { status, text, headers } = await get('canary.example', path, BROWSER);
      assert.equal(status, 404);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(text, /<h1>No tenant here<\/h1>/);
      assert.doesNotMatch(text, /canary|<script/);
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; style-src 'sha256-[^']+'/,
      );
      assert.equal(headers['cache-control'], 'no-store');
    }
    assert.deepEqual((await get('canary.example', '/api/v0/me', BROWSER)).body, NO_TENANT);
    assert.deepEqual((await get('canary.example', '/embed/api/v0/session', BROWSER)).body, NO_TENANT);
  });

  it('sets no cookie and accepts no login at an unknown host', async () => {
    for (const path of ['/api/login', '/admin/session']) {
      const response = await rawRequest(inlay.running.url, {
        method: 'POST',
        path,
        headers: {
          host: 'rebound.example',
          origin: 'http://rebound.example',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ username: 'admin@demo.test', password: 'a long enough password' }),
      });
      assert.deepEqual(response.body, NO_TENANT);
      assert.equal(response.headers['set-cookie'], undefined);
    }
  });

  it('ignores X-Forwarded-Host of callers that are not trusted', async () => {
    const forwarded = { 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' };
    assert.deepEqual((await get('unknown.example', '/api/v0/me', forwarded)).body, NO_TENANT);
    assert.equal(
      (await get('localhost', '/api/v0/me', { 'x-forwarded-host': 'unknown.example' })).status,
      401,
    );
  });

  /** A request byte by byte, for what an HTTP client would not send. */
  const send = async (request: string): Promise<Pick<RawResponse, 'status' | 'text'>> => {
    const socket = connect(inlay.running.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(request);
    const response = await text(socket);
    return { status: Number(response.split(' ')[1]), text: response };
  };

  it('returns 404 if HTTP/1.0 names no host, but serves probes', async () => {
    assert.match((await send('GET /api/v0/me HTTP/1.0\r\n\r\n')).text, /404 Not Found.*"NO_TENANT"/s);
    assert.equal((await send('GET /healthz HTTP/1.0\r\n\r\n')).status, 200);
    assert.match(
      (await send('GET /api/v0/me HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n')).text,
      /"NO_TENANT"/,
    );
  });

  it('refuses a Host header that HTTP/1.1 lacks or sends twice', async () => {
    assert.equal((await send('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).status, 400);
    const twice = 'Host: localhost\r\nHost: acme.localhost\r\n';
    for (const path of ['/api/v0/me', '/healthz'])
      assert.equal(
        (await send(`GET ${path} HTTP/1.1\r\n${twice}Connection: close\r\n\r\n`)).status,
        400,
        path,
      );
  });

  it('refuses a target in absolute form whose host is not that of the Host header', async () => {
    const ask = (target: string, host: string) =>
      send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.equal((await ask('http://localhost:4000/api/v0/me', 'localhost:4000')).status, 401);
    assert.equal((await ask('http://LOCALHOST:4000/api/v0/me', 'localhost:4000')).status, 401);
    for (const [target, host] of [
      ['http://acme.localhost/api/v0/me', 'localhost'],
      ['http://localhost/api/v0/me', 'unknown.example'],
      ['http://unknown.example/api/v0/me', 'localhost'],
      ['http://localhost@acme.localhost/api/v0/me', 'localhost'],
      ['http://localhost:1/api/v0/me', 'localhost:2'],
    ] as const) {
      const { status, text } = await ask(target, host);
      assert.equal(status, 400, target);
      assert.match(text, /The address and the Host header name different hosts\./);
    }
  });
});

describe('the address of the instance itself', () => {
  const inlay = useInlay(sqliteStore);

  it('leads to the admin app, on the same host', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await rawRequest(inlay.running.url, {
        method,
        path: '/',
        headers: { host: 'localhost:4000' },
      });
      assert.equal(response.status, 302);
      assert.equal(response.headers.location, '/admin');
    }
  });

  it('refuses other methods', async () => {
    const response = await rawRequest(inlay.running.url, {
      method: 'POST',
      path: '/',
      headers: { host: 'localhost' },
    });
    assert.equal(response.status, 405);
    assert.equal(response.headers.allow, 'GET, HEAD');
  });
});
