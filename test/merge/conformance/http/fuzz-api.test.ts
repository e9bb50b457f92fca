import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { ApiCall } from '../../../support/http/api-client.ts';
import { bodies, oddText, validBodies } from '../../../support/http/odd-bodies.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { isFullTier } from '../../../support/source/full-tier.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';

const RUNS = isFullTier ? 40 : 8;
/** Of what is refused before a store is asked, on the second of them. */
const FEW_RUNS = 8;

const lists = ['users', 'groups', 'workspaces', 'audit-events', 'connections', 'datasets', 'files'];
const parameters = fc.constantFrom(
  'page',
  'limit',
  'q',
  'role',
  'group',
  'status',
  'action',
  'actor',
  'from',
  'to',
  'outcome',
  '__proto__',
  'a[b]',
);
const value = fc.oneof(
  oddText,
  fc.constantFrom('1', '200', 'USER', 'active', 'sales', '2026-01-01', '+275760-09-13T00:00:00Z'),
);
const headerName = fc.constantFrom(
  'authorization',
  'accept',
  'accept-encoding',
  'content-type',
  'cookie',
  'host',
  'origin',
  'range',
  'if-none-match',
  'x-forwarded-host',
  'x-forwarded-for',
  'x-http-method-override',
  'upgrade-insecure-requests',
  'expect-ct',
);
const headerValue = fc.oneof(
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 60,
  }),
  fc.constantFrom('Bearer ', 'Basic Og==', 'bytes=0-', '[::', ':', 'a:b:c', '..', '*'),
);

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`fuzzing the API on ${engine} causes no server error:`, () => {
    const inlay = useInlay(makeStore);
    let token: string;
    let ordinary: string;
    let leaving: string;
    let id: string;
    before(async () => {
      token = await inlay.adminToken();
      await inlay.call('/api/v0/groups', { token, body: { id: 'sales', name: 'Sales' } });
      const files = { id: 'files', name: 'Files', kind: 'duckdb' };
      await inlay.call('/api/v0/connections', { token, body: files });
      const one = { id: 'main', name: 'One', connectionId: 'files', segmented: false };
      const source = { kind: 'sql', sql: "SELECT 'x' AS a" };
      await inlay.call('/api/v0/datasets', { token, body: { ...one, source } });
      const warehouse = { id: 'main', name: 'Warehouse', kind: 'postgres', host: 'db.example.com' };
      await inlay.call('/api/v0/connections', { token, body: { ...warehouse, database: 'd', user: 'u' } });
      const person = await newPerson(inlay);
      id = person.id;
      [ordinary, leaving] = [await tokenOf(inlay, person), await tokenOf(inlay, person)];
    });

    const answersWell = async (path: string, options: ApiCall) => {
      // The clock moves so that no run is blocked by the runs before it.
      inlay.pass(20);
      const { status, headers, body } = await inlay.call<{ statusCode?: number }>(path, options);
      assert.ok(status >= 200 && status < 500, `${status} ${JSON.stringify(body)}`);
      if (status >= 400) assert.equal(body?.statusCode, status);
      assert.ok(headers['x-request-id']);
    };
    type Property = fc.IAsyncProperty<never> | fc.IAsyncPropertyWithHooks<never>;
    const check = (property: Property, numRuns = RUNS) => fc.assert(property, { numRuns });
    const checkParsing = (property: Property) => check(property, engine === 'SQLite' ? RUNS : FEW_RUNS);

    for (const [route, body] of Object.entries(bodies)) {
      it(`bodies to ${route}`, async () => {
        const [method = '', pattern = ''] = route.split(' ');
        const own = { '/api/logout': leaving, '/api/v0/me/password': ordinary }[pattern] ?? token;
        await check(
          fc.asyncProperty(body, async (sent) => {
            const path = pattern.replace(':id', pattern.includes('users') ? id : 'main');
            await answersWell(path, { method, token: own, body: sent });
          }) as never,
        );
      });
    }

    for (const [route, body] of Object.entries(validBodies)) {
      it(`valid fields to ${route} with some missing`, async () => {
        const [method = '', pattern = ''] = route.split(' ');
        await check(
          fc.asyncProperty(body, async (sent) => {
            await answersWell(pattern.replace(':id', 'main'), { method, token, body: sent });
          }) as never,
        );
      });
    }

    it('bytes that are not JSON', async () => {
      await checkParsing(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 60 }),
          fc.constantFrom(...Object.keys(bodies)),
          async (bytes, route) => {
            const [method = '', path = ''] = route.split(' ');
            await answersWell(path, {
              method,
              token,
              rawBody: Buffer.from(bytes),
              headers: { 'content-type': 'application/json' },
            });
          },
        ) as never,
      );
    });

    for (const route of Object.keys(bodies)) {
      it(`deeply nested bodies to ${route}`, async () => {
        const [method = '', pattern = ''] = route.split(' ');
        const own = { '/api/logout': leaving, '/api/v0/me/password': ordinary }[pattern] ?? token;
        await checkParsing(
          fc.asyncProperty(
            fc.constantFrom(
              'context',
              'query',
              'attributes',
              'source',
              'checkAs',
              'row',
              'rowRules',
              'users',
              'username',
            ),
            fc.constantFrom('[', '{"a":', '{"and":[', '[{"context":'),
            fc.constantFrom(20, 49, 60, 98, 101, 1000, 50_000),
            fc.boolean(),
            async (field, open, levels, closed) => {
              const close = [...open]
                .reverse()
                .map((character) => ({ '[': ']', '{': '}' })[character] ?? '')
                .join('');
              const inside = `${open.repeat(levels)}1${closed ? close.repeat(levels) : ''}`;
              const path = pattern.replace(':id', pattern.includes('users') ? id : 'main');
              const headers = { 'content-type': 'application/json' };
              await answersWell(path, { method, token: own, rawBody: `{"${field}":${inside}}`, headers });
            },
          ) as never,
        );
      });
    }

    it('forms with repeated fields', async () => {
      const field = fc.tuple(
        fc.constantFrom(
          'token',
          'lang',
          'timeZone',
          'theme',
          'filters',
          'filters.a',
          'variables.b',
          'width',
          '__proto__',
        ),
        oddText,
        fc.constantFrom(1, 2, 300, 5000),
      );
      await checkParsing(
        fc.asyncProperty(fc.array(field, { maxLength: 3 }), async (fields) => {
          const rawBody = fields
            .map(([name, given, times]) =>
              `${name}=${encodeURIComponent(given.toWellFormed())}&`.repeat(times),
            )
            .join('')
            .slice(0, 128 * 1024);
          const headers = { 'content-type': 'application/x-www-form-urlencoded' };
          const { status } = await inlay.call('/embed/x', { rawBody, headers });
          assert.ok(status >= 400 && status < 500, `${status}`);
        }) as never,
      );
    });

    for (const list of lists) {
      it(`query strings to ${list}`, async () => {
        const query = fc.array(fc.tuple(parameters, value), { maxLength: 5 });
        await check(
          fc.asyncProperty(query, async (pairs) => {
            const text = pairs
              .map(([name, given]) => `${name}=${encodeURIComponent(given.toWellFormed())}`)
              .join('&');
            await answersWell(`/api/v0/${list}?${text}`.slice(0, 9000), { token });
          }) as never,
        );
      });
    }

    it('paths', async () => {
      const unit = fc.constantFrom(
        'a',
        '/',
        '.',
        '%',
        '%2f',
        '%00',
        '%ff',
        '%F0%9F%98%80',
        ';',
        '*',
        ':',
        '?',
        '&',
        '=',
        '~',
      );
      const prefix = fc.constantFrom('/', '/api/', '/api/v0/users/', '/api/v0/groups/', '/api/v0/users?');
      await check(
        fc.asyncProperty(
          prefix,
          fc.string({ unit, maxLength: 30 }),
          fc.constantFrom('GET', 'DELETE', 'PATCH', 'POST', 'OPTIONS'),
          async (start, rest, method) => {
            // Deleting by chance needs an id that is there, and these characters make none.
            await answersWell(start + rest, { method, token });
          },
        ) as never,
      );
    });

    it('headers', async () => {
      const headers = fc
        .array(fc.tuple(headerName, headerValue), { maxLength: 4 })
        .map((pairs) => Object.fromEntries(pairs));
      await checkParsing(
        fc.asyncProperty(
          headers,
          fc.constantFrom('/api/v0/me', '/api/login', '/healthz', '/nowhere'),
          async (sent, path) => {
            await answersWell(path, { token, headers: sent });
          },
        ) as never,
      );
    });

    it('administrators can still log in and list users afterwards', async () => {
      inlay.pass(60_000);
      const fresh = await inlay.adminToken();
      const { status, body } = await inlay.call<{ data: []; meta: { total: number } }>(
        '/api/v0/users?limit=200',
        { token: fresh },
      );
      assert.equal(status, 200);
      assert.equal(body.data.length, Math.min(200, body.meta.total));
    });
  });
}
