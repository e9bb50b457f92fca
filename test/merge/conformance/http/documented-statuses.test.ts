import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type ApiCall, call } from '../../../support/http/api-client.ts';
import {
  type ApiDescription,
  type NamedOperation,
  operationsOf,
} from '../../../support/http/api-description.ts';
import { assertDocumented } from '../../../support/http/assert-documented.ts';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const json = { 'content-type': 'application/json' };
const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });

/** What is wrong with a request; `call` fails on a status that the operation does not document. */
const WRONG: Readonly<Record<string, (token: string) => ApiCall>> = {
  'without a token': () => ({}),
  'with a token of nobody': () => ({ token: 'inl_login_nobody' }),
  'with a body that is not JSON': (token) => ({ token, rawBody: '{', headers: json }),
  'with a body of an unknown type': (token) => ({
    token,
    rawBody: 'x',
    headers: { 'content-type': 'text/plain' },
  }),
  'with a body that no schema allows': (token) => ({ token, body: { nothing: { at: ['all'] } } }),
  'with a body over one mebibyte': (token) => ({ token, rawBody: large, headers: json }),
  'with headers over sixteen kibibytes': (token) => ({ token, headers: { 'x-large': 'x'.repeat(20_000) } }),
  'with an If-Match that never matched': (token) => ({ token, headers: { 'if-match': '"0"' } }),
  'with a method that it does not have': (token) => ({ token, method: 'QUERY' }),
};

describe('response statuses of every operation', () => {
  const inlay = useInlay(sqliteStore);
  let operations: readonly NamedOperation[];
  let token: string;
  before(async () => {
    token = await inlay.adminToken();
    const { body } = await inlay.call<ApiDescription>('/api/openapi.json');
    operations = operationsOf(body);
  });

  for (const [what, request] of Object.entries(WRONG)) {
    it(`are documented for a request ${what}`, async () => {
      // Those that end the session are called with a token of nobody only.
      for (const { method, path } of operations.filter(({ name }) => name !== 'POST /api/logout')) {
        const asked = request(token);
        const body = method === 'GET' ? { rawBody: undefined, body: undefined } : {};
        const url = `${inlay.running.url}${path.replaceAll(/\{\w+\}/g, 'nothing')}`;
        const { status } = await call(url, { method, ...asked, ...body } as ApiCall);
        // What SCIM has and we do not support.
        assert.ok(status < 500 || status === 501, `${method} ${path} ${what} returned ${status}`);
        assertDocumented(method, path.replaceAll(/\{\w+\}/g, 'nothing'), status);
      }
    });
  }

  it('include those of malformed requests, other methods, large headers and outages', () => {
    for (const { name, responses } of operations)
      for (const status of ['400', '404', '405', '431', '500', '503'])
        assert.ok(status in responses, `${name} ${status}`);
  });

  it('are enforced: an undocumented one fails the test', () => {
    assert.throws(() => assertDocumented('GET', '/api/v0/users?page=1', 418), /GET \/api\/v0\/users/);
    assert.throws(() => assertDocumented('PURGE', '/api/v0/users/x', 204), /returned 204/);
    assertDocumented('GET', '/healthz', 418);
  });
});
