import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import type { ApiResponse } from '../../../support/http/api-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { turns } from '../../../support/time/turns.ts';

interface ErrorBody {
  readonly statusCode: number;
  readonly message: string;
  readonly code: string;
  readonly details?: readonly { readonly path: string; readonly problem: string }[];
}

const json = { 'content-type': 'application/json' };

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`HTTP behavior of the API on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let token: string;
    before(async () => {
      token = await inlay.adminToken();
    });
    const refused = (response: ApiResponse<ErrorBody>, status: number, code: string) => {
      assert.equal(response.status, status, JSON.stringify(response.body));
      assert.equal(response.body.statusCode, status);
      assert.equal(response.body.code, code);
      assert.match(response.headers['content-type'] ?? '', /^application\/json/);
      assert.ok(response.body.message.length > 10);
    };

    it('refuses a request with two Authorization headers on every kind of route', async () => {
      const routes = [
        'GET /api/v0/me',
        'GET /api/v0/users',
        'POST /api/login',
        'GET /healthz',
        'GET /embed/api/v0/session',
        'POST /embed/x',
        'GET /admin',
        'GET /nowhere',
      ];
      for (const route of routes) {
        const response = await sayRaw(
          inlay.running.port,
          `${route} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n` +
            `AUTHORIZATION: Bearer ${token}\r\n\r\n`,
        );
        assert.match(response, /^HTTP\/1\.1 400 /, route);
        assert.match(response, /The Authorization header was sent more than once\. Send it once\./, route);
      }
    });

    it('does not report a caller who disconnects in the middle of a body as a server error', async () => {
      const head = `POST /api/v0/users HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`;
      const body = 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"username":';
      // Each caller leaves a little later, until the server has begun to read the body.
      let stay = 10;
      await eventually(async () => {
        const socket = connect(inlay.running.port, '127.0.0.1');
        const received = once(inlay.running.http.server, 'request');
        socket.write(head + body);
        await received;
        stay *= 2;
        await turns(stay);
        socket.destroy();
        assert.match(inlay.running.logged(), /"detail":"aborted"/);
      });
      assert.doesNotMatch(inlay.running.logged(), /request failed/);
    });

    it('logs a caller who disconnected before the body was read or the response was sent', async () => {
      const left = async (head: string, route: string) => {
        const lines = () =>
          inlay.running
            .logged()
            .split('\n')
            .filter((line) => line.includes(`"route":"${route}"`) && line.includes('"status":"499"')).length;
        const before = lines();
        const socket = connect(inlay.running.port, '127.0.0.1');
        await once(socket, 'connect');
        await new Promise((sent) => socket.write(`${head}host: localhost\r\n\r\n`, sent));
        socket.destroy();
        await eventually(async () => assert.equal(lines(), before + 1, route));
      };
      const form = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n';
      const json = 'content-type: application/json\r\ncontent-length: 1000\r\n';
      await left(`POST /api/login HTTP/1.1\r\n${json}`, '/api/login');
      await left(`POST /api/v0/users HTTP/1.1\r\nauthorization: Bearer ${token}\r\n${json}`, '/api/v0/users');
      const realm = '/protocol/openid-connect/token';
      await left(`POST /api/auth/realms/demo${realm} HTTP/1.1\r\n${form}`, `/api/auth/realms/:realm${realm}`);
      assert.doesNotMatch(inlay.running.logged(), /request failed/);
    });

    for (const path of [
      '/api',
      '/api/v0',
      '/api/v0/nothing',
      '/api/v1/users',
      '/api/v0/users/',
      '/api//login',
      '/..%2f',
    ]) {
      it(`responds with 404 as JSON at ${path}`, async () =>
        refused(await inlay.call(path, { token }), 404, 'NOT_FOUND'));
    }

    const methods = {
      '/api/login': ['GET', 'POST'],
      '/api/logout': ['GET', 'POST'],
      '/api/v0/users': ['DELETE', 'GET, HEAD, POST'],
      '/api/v0/users/bulk': ['PUT', 'POST'],
      '/api/v0/users/some-id': ['POST', 'DELETE, GET, HEAD, PATCH'],
      '/api/v0/groups': ['PATCH', 'GET, HEAD, POST'],
      '/api/v0/audit-events': ['POST', 'GET, HEAD'],
      '/healthz': ['POST', 'GET, HEAD'],
    } as const;
    for (const [path, [method, allow]] of Object.entries(methods)) {
      it(`responds with 405 to ${method} ${path} and lists ${allow}`, async () => {
        const response = await inlay.call<ErrorBody>(path, { method, token });
        refused(response, 405, 'METHOD_NOT_ALLOWED');
        assert.equal(response.headers.allow, allow);
      });
    }

    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'LOCK']) {
      it(`responds with 405 to ${method}, which no route supports`, async () => {
        refused(await inlay.call<ErrorBody>('/api/login', { method }), 405, 'METHOD_NOT_ALLOWED');
      });
    }

    it('accepts an empty body with a content type if none is expected', async () => {
      await inlay.call('/api/v0/groups', { token, body: { id: 'gone', name: 'Gone' } });
      const response = await inlay.call('/api/v0/groups/gone', { method: 'DELETE', token, headers: json });
      assert.equal(response.status, 204);
      refused(
        await inlay.call<ErrorBody>('/api/login', { method: 'POST', headers: json }),
        400,
        'BODY_MALFORMED',
      );
    });

    it('responds to HEAD like GET, without a body', async () => {
      const get = await inlay.call('/api/v0/users', { token });
      const head = await inlay.call('/api/v0/users', { method: 'HEAD', token });
      assert.equal(head.status, 200);
      assert.equal(head.body, null);
      assert.equal(head.headers['content-length'], get.headers['content-length']);
      assert.equal((await inlay.call('/api/v0/users', { method: 'HEAD' })).status, 401);
    });

    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
      'nonsense',
      '',
    ]) {
      it(`responds with 415 to a body of type '${type}'`, async () => {
        const rawBody = '{"username":"admin@demo.test","password":"a long enough password"}';
        const headers = type === '' ? {} : { 'content-type': type };
        refused(
          await inlay.call<ErrorBody>('/api/login', { rawBody, headers }),
          415,
          'UNSUPPORTED_MEDIA_TYPE',
        );
      });
    }

    it('accepts a charset in the JSON content type', async () => {
      const rawBody = '{"username":"nobody","password":"x"}';
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      assert.equal((await inlay.call('/api/login', { rawBody, headers })).status, 401);
    });

    const broken = {
      '{"username":}': 'at line 1, column 13',
      'username=admin': 'at line 1, column 1',
      '{"username":"a" "password":"b"}': 'at line 1, column 17',
      '{\n  "username": "a",\n  "password": b\n}': 'at line 3, column 15',
      '{\n  "username": "a",\n}': 'at line 3, column 1',
      '{"username":tru}': 'at line 1, column 16',
      '{"a":1}}': 'at line 1, column 8',
      '{"username":"a': 'it is incomplete',
      '{"username":"a"': 'it is incomplete',
      '{"username":': 'it is incomplete',
      '[1,': 'it is incomplete',
      '{"__proto__":{"username":"a"}}': "a forbidden name such as '__proto__'",
      '{"constructor":{"prototype":{}}}': "a forbidden name such as '__proto__'",
    } as const;
    for (const [rawBody, where] of Object.entries(broken)) {
      it(`reports where ${JSON.stringify(rawBody)} is malformed`, async () => {
        const response = await inlay.call<ErrorBody>('/api/login', { rawBody, headers: json });
        refused(response, 400, 'BODY_MALFORMED');
        assert.ok(response.body.message.includes(where), response.body.message);
      });
    }

    it('never echoes a malformed body, which may contain a password', async () => {
      const rawBody = '{"username":"a","password":canary-secret}';
      const { body } = await inlay.call<ErrorBody>('/api/login', { rawBody, headers: json });
      assert.ok(!JSON.stringify(body).includes('canary'));
    });

    it('refuses a parameter that the route does not have, and names those it has', async () => {
      const response = await inlay.call<ErrorBody>('/api/v0/groups?perPage=2&page=1', { token });
      refused(response, 400, 'REQUEST_INVALID');
      assert.match(response.body.message, /perPage is not a parameter; this route has page, limit/);
    });

    it('reports a missing body', async () => {
      const response = await inlay.call<ErrorBody>('/api/login', { method: 'POST', headers: json });
      refused(response, 400, 'BODY_MALFORMED');
      assert.match(response.body.message, /empty/);
    });

    it('responds with 413 to a body over one mebibyte, with and without a length', async () => {
      const rawBody = JSON.stringify({ username: 'x'.repeat(1024 * 1024), password: 'x' });
      refused(await inlay.call<ErrorBody>('/api/login', { rawBody, headers: json }), 413, 'BODY_TOO_LARGE');
      const chunked = { ...json, 'transfer-encoding': 'chunked' };
      refused(
        await inlay.call<ErrorBody>('/api/login', { rawBody, headers: chunked }),
        413,
        'BODY_TOO_LARGE',
      );
    });

    it('responds with 413 to credentials over eight kibibytes, before they are parsed', async () => {
      const origin = new URL(inlay.running.url).origin;
      for (const [method, path, headers] of [
        ['POST', '/api/login', {}],
        ['POST', '/admin/session', { origin }],
        ['DELETE', '/admin/session', { origin }],
        ['POST', '/api/v0/me/password', { authorization: `Bearer ${token}` }],
      ] as const) {
        const send = (rawBody: string) =>
          inlay.call<ErrorBody>(path, { method, rawBody, headers: { ...json, ...headers } });
        refused(await send('['.repeat(8193)), 413, 'BODY_TOO_LARGE');
        assert.notEqual((await send(JSON.stringify({ username: 'x'.repeat(4000) }))).status, 413, path);
      }
    });

    it('responds with 415 to a body that is not in UTF-8', async () => {
      const rawBody = JSON.stringify({ username: 'ann', password: 'wrong' });
      const send = (type: string) =>
        inlay.call<ErrorBody>('/api/login', { rawBody, headers: { 'content-type': type } });
      for (const charset of ['utf-16', 'UTF-16LE', '"utf-32"', 'iso-8859-1', '']) {
        const response = await send(`application/json; charset=${charset}`);
        refused(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
        assert.match(response.body.message, /Send it in UTF-8/);
      }
      for (const charset of ['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])
        assert.equal((await send(`application/json; charset=${charset}`)).status, 401, charset);
    });

    it('redirects an address with many slashes', async () => {
      const slashes = '/'.repeat(7000);
      const { status, headers } = await inlay.call(`/docs/${slashes}x${slashes}`);
      assert.deepEqual([status, headers.location], [308, `/docs/${slashes}x`]);
    });

    it('responds with 431 to headers over sixteen kibibytes', async () => {
      const headers = { 'x-large': 'x'.repeat(20_000) };
      refused(await inlay.call<ErrorBody>('/api/v0/users', { headers }), 431, 'HEADERS_TOO_LARGE');
    });

    it('responds with 400 as JSON to malformed HTTP', async () => {
      const response = await sayRaw(inlay.running.port, 'NONSENSE\r\n\r\n');
      assert.match(response, /^HTTP\/1\.1 400 /);
      assert.match(response, /"statusCode":400/);
    });

    it('responds to a request without a Host header', async () => {
      assert.match(
        await sayRaw(inlay.running.port, 'GET /api/v0/users HTTP/1.0\r\n\r\n'),
        /^HTTP\/1\.1 404 /,
      );
      assert.match(
        await sayRaw(inlay.running.port, 'GET /api/v0/users HTTP/1.1\r\n\r\n'),
        /^HTTP\/1\.1 400 /,
      );
    });

    for (const path of [
      '/api/v0/users/%',
      '/api/v0/users/%zz',
      '/api/v0/users/%ff%fe',
      '/%',
      `/api/v0/users/${'x'.repeat(3000)}`,
    ]) {
      it(`responds with 404 as JSON to the address ${path.slice(0, 40)}`, async () => {
        const response = await inlay.call<ErrorBody>(path, { token });
        refused(response, 404, 'NOT_FOUND');
        assert.ok(response.headers['x-request-id']);
        assert.equal(response.headers['x-content-type-options'], 'nosniff');
      });
    }

    for (const path of [
      '/api/v0/users/%00',
      '/api/v0/users?q=%00',
      '/api/v0/users?group=a%00b',
      '/api/v0/audit-events?actor=%00',
    ]) {
      it(`refuses the null character in ${path}`, async () =>
        refused(await inlay.call<ErrorBody>(path, { token }), 400, 'REQUEST_INVALID'));
    }

    for (const query of [
      'page=1&page=2',
      'limit=5&limit=5',
      'q=a&q=b',
      'role=USER&role=ADMIN',
      'status=active&status=active',
    ]) {
      it(`responds with 400 to the repeated parameter ${query} and names it`, async () => {
        const response = await inlay.call<ErrorBody>(`/api/v0/users?${query}`, { token });
        refused(response, 400, 'REQUEST_INVALID');
        assert.ok(
          response.body.message.startsWith(query.slice(0, query.indexOf('='))),
          response.body.message,
        );
      });
    }

    it('gives every response a unique request id, and accepts none from the caller', async () => {
      const ids = new Set<string>();
      for (const path of ['/healthz', '/api/v0/users', '/nowhere', '/%']) {
        const { headers } = await inlay.call(path, {
          headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
        });
        assert.match(String(headers['x-request-id']), /^[0-9a-f]{24}$/);
        ids.add(String(headers['x-request-id']));
      }
      assert.equal(ids.size, 4);
    });

    it('lets no page of another origin read responses or send requests', async () => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
      for (const response of [
        await inlay.call('/api/v0/users', { token, headers }),
        await inlay.call('/api/v0/users', { method: 'OPTIONS', headers }),
        await inlay.call('/api/login', { body: { username: 'a', password: 'b' }, headers }),
      ]) {
        for (const name of Object.keys(response.headers))
          assert.ok(!name.startsWith('access-control-'), name);
      }
    });

    for (const path of ['/healthz', '/api/v0/users', '/nowhere', '/api/login', '/%']) {
      it(`sends security headers with the response of ${path}`, async () => {
        const { headers } = await inlay.call(path);
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['referrer-policy'], 'no-referrer');
        assert.equal(headers['cache-control'], 'no-store');
        assert.match(
          String(headers['content-security-policy']),
          /default-src 'none'; frame-ancestors 'none'/,
        );
        assert.equal(headers['x-powered-by'], undefined);
        assert.equal(headers.server, undefined);
      });
    }

    it('responds to unauthorized requests as specified, with a challenge', async () => {
      const challenges = {
        Bearer: [undefined, 'Basic YTpi', 'Bearer', 'Bearer a b', 'Token abc'],
        'Bearer error="invalid_token"': ['Bearer nonsense', `bearer ${token}x`, 'Bearer inl_login_'],
      };
      for (const [challenge, sent] of Object.entries(challenges)) {
        for (const authorization of sent) {
          const headers = authorization === undefined ? {} : { authorization };
          const response = await inlay.call('/api/v0/users', { headers });
          assert.equal(response.status, 401);
          assert.deepEqual(response.body, { statusCode: 401, message: 'Unauthorized' });
          assert.equal(response.headers['www-authenticate'], challenge, String(authorization));
        }
      }
    });

    it('accepts the scheme Bearer in any case (RFC 9110 §11.1)', async () => {
      const headers = { authorization: `bEARER ${token}` };
      assert.equal((await inlay.call('/api/v0/users', { headers })).status, 200);
    });

    it('accepts no token in the URL, which logs and histories would keep', async () => {
      assert.equal((await inlay.call(`/api/v0/users?access_token=${token}&token=${token}`)).status, 401);
    });

    it('refuses unauthorized callers before reading the body', async () => {
      const response = await inlay.call('/api/v0/users', { rawBody: '{broken', headers: json });
      assert.equal(response.status, 401);
    });
  });
}

/** Sends bytes that no HTTP client would, and reads until the server hangs up. */
async function sayRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}
