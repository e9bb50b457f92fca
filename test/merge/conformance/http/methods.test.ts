import assert from 'node:assert/strict';
import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const realm = '/api/auth/realms/demo/protocol/openid-connect';

/** One address of each kind, and the methods that it has. */
const ALLOWED: Readonly<Record<string, string>> = {
  '/api/login': 'POST',
  '/api/v0/users': 'GET, HEAD, POST',
  '/api/v0/users/some-id': 'DELETE, GET, HEAD, PATCH',
  '/api/v0/files/sales.csv': 'DELETE, GET, HEAD, PUT',
  '/embed/some-embed': 'GET, HEAD, POST',
  '/embed/api/v0/session': 'GET, HEAD',
  '/embed/assets/frame.js': 'GET, HEAD',
  [`${realm}/token`]: 'POST',
  '/api/auth/realms/demo/.well-known/openid-configuration': 'GET, HEAD',
  '/admin': 'GET, HEAD',
  '/admin/apps/sales': 'GET, HEAD',
  '/': 'GET, HEAD',
  '/admin/assets/app.js': 'GET, HEAD',
  '/scripts/embedLauncher.js': 'GET, HEAD',
  '/api/docs': 'GET, HEAD',
  '/docs/api': 'GET, HEAD',
  '/healthz': 'GET, HEAD',
};

const UNKNOWN = ['/nothing', '/api/v0/nothing', '/embed/api/v0/nothing', '/scripts/nothing.js'];

describe('unsupported methods', () => {
  const inlay = useInlay(sqliteStore);
  const say = async (method: string, target: string, more = '') => {
    const socket = connect(inlay.running.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`);
    const response = await text(socket);
    const [head = '', body = ''] = response.split('\r\n\r\n', 2);
    return {
      status: Number(head.split(' ')[1]),
      allow: /^allow: (.*)$/im.exec(head)?.[1],
      type: /^content-type: (.*)$/im.exec(head)?.[1],
      body: body === '' ? undefined : (JSON.parse(body) as { statusCode?: number; code?: string }),
    };
  };

  for (const [path, allowed] of Object.entries(ALLOWED)) {
    it(`${path}: responds with 405 and lists ${allowed}, for any method`, async () => {
      const others = METHODS.filter((method) => !allowed.split(', ').includes(method));
      for (const method of ['CONNECT', 'PROPFIND', 'QUERY', 'TRACE'])
        assert.ok(others.includes(method), method);
      for (const method of others) {
        const { status, allow, type, body } = await say(method, path);
        assert.deepEqual([method, status, allow], [method, 405, allowed]);
        // RFC 9110 §9.3.2: a response to HEAD has no content.
        if (method === 'HEAD') continue;
        assert.match(type ?? '', /^application\/json/);
        assert.equal(body?.code, 'METHOD_NOT_ALLOWED');
      }
    });
  }

  for (const path of UNKNOWN) {
    it(`${path}: responds with 404, for any method`, async () => {
      for (const method of METHODS) {
        const { status, allow, body } = await say(method, path);
        assert.deepEqual([method, status, allow], [method, 404, undefined]);
        if (method !== 'HEAD') assert.equal(body?.code, 'NOT_FOUND');
      }
    });
  }

  it('QUERY: responds with 405, even with a body of any type', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      for (const path of ['/api/v0/users', '/admin', '/embed/some-embed']) {
        const { status, allow } = await say(
          'QUERY',
          path,
          `content-type: ${type}\r\ncontent-length: 2\r\n\r\n{}`,
        );
        assert.deepEqual([type, path, status, allow], [type, path, 405, ALLOWED[path]]);
      }
  });

  it('CONNECT: responds with 404 to a tunnel request, because no such address exists', async () => {
    const { status, body } = await say('CONNECT', 'example.com:443');
    assert.equal(status, 404);
    assert.equal(body?.code, 'NOT_FOUND');
  });

  for (const method of ['FOO', 'get', 'GETT', 'G=T']) {
    it(`${method}: responds with 400, because HTTP parsers do not know it`, async () => {
      const { status, type, body } = await say(method, '/api/login');
      assert.equal(status, 400);
      assert.match(type ?? '', /^application\/json/);
      assert.equal(body?.statusCode, 400);
    });
  }
});
