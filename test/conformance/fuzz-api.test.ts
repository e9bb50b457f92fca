import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { ApiCall } from '../support/api-client.ts';
import { newPerson, tokenOf } from '../support/people.ts';
import { STORES } from '../support/start-inlay.ts';
import { useInlay } from '../support/use-inlay.ts';

const RUNS = 40;
/** Of what is refused before a store is asked, on the second of them. */
const FEW_RUNS = 8;

/** Text as people do not write it: every plane of Unicode, halves of pairs, controls, what SQL and LIKE read. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('%', '_', '\\', "'", '"', '\u0000', '\ud800', '\u202e', '\n', 'ﷺ', 'İ', '$1'),
    maxLength: 12,
  }),
  fc.constantFrom('', ' ', 'x'.repeat(5000), '__proto__', 'constructor', 'toString', 'null', '-1', '1e400'),
);
const oddValue = fc.oneof(oddText, fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }));

/** Bodies near what a route accepts: most fields right, some wrong, now and then one that is unknown. */
const near = (fields: Record<string, fc.Arbitrary<unknown>>) => {
  const mixed = Object.fromEntries(
    Object.entries(fields).map(([name, good]) => [
      name,
      fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: oddValue }),
    ]),
  );
  const surprised = { ...mixed, surprise: oddValue };
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(mixed, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record(surprised, { requiredKeys: ['surprise'] }) },
    { weight: 1, arbitrary: oddValue },
  );
};

const user = {
  username: oddText,
  email: fc.oneof(fc.constant(null), fc.emailAddress()),
  firstName: oddText,
  lastName: fc.option(oddText),
  roles: fc.uniqueArray(fc.constantFrom('USER', 'ADMIN'), { minLength: 1 }),
  groups: fc.constantFrom([], ['sales'], ['nope']),
  privileges: fc.dictionary(oddText, fc.array(fc.constantFrom('view', 'validate'))),
  attributes: fc.dictionary(oddText, oddValue),
  workspaceId: fc.constantFrom('main', null),
  status: fc.constantFrom('active', 'disabled'),
};
const named = { id: fc.oneof(oddText, fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/)), name: oddText };

const connection = {
  name: oddText,
  host: oddText,
  port: fc.integer(),
  database: oddText,
  user: oddText,
  password: oddText,
  tls: fc.constantFrom('verified', 'off'),
  allowed: fc.dictionary(fc.constantFrom('host', 'database', 'user'), fc.array(oddText)),
};
const dataset = {
  name: oddText,
  connectionId: fc.constantFrom('files', 'nope'),
  workspaceId: fc.constantFrom('main', null),
  source: fc.oneof(
    fc.record({ kind: fc.constant('sql'), sql: fc.oneof(oddText, fc.constant('SELECT 1 AS a')) }),
    fc.record({ kind: fc.constant('file'), file: oddText }),
  ),
  columns: fc.array(fc.record({ name: oddText, type: fc.constantFrom('string', 'integer', 'date') })),
  rowRules: fc.array(fc.record({ column: oddText, operator: fc.constant('equals'), value: oddValue })),
  measures: fc.array(fc.record({ name: oddText, kind: fc.constant('expression'), expression: oddText })),
  checkAs: fc.dictionary(oddText, oddValue),
};
const context = fc.oneof(
  fc.constant({ username: 'ann', workspace_id: 'main', attributes: { a: 'x' } }),
  fc.dictionary(fc.constantFrom('username', 'workspace_id', 'attributes', 'secrets', 'roles'), oddValue),
);
const query = fc.oneof(
  fc.record({
    dimensions: fc.array(fc.record({ column: fc.oneof(fc.constant('a'), oddText) }), { maxLength: 3 }),
    measures: fc.array(oddText, { maxLength: 2 }),
    filters: fc.array(
      fc.record({ column: fc.constant('a'), operator: fc.constant('equals'), value: oddValue }),
    ),
  }),
  oddValue,
);

const bodies: Record<string, fc.Arbitrary<unknown>> = {
  'POST /api/login': near({ username: oddText, password: oddText }),
  'POST /api/logout': oddValue,
  'POST /api/v0/me/password': near({ currentPassword: oddText, newPassword: oddText }),
  'POST /api/v0/users': near(user),
  'POST /api/v0/users/bulk': near({ users: fc.array(near(user), { maxLength: 4 }) }),
  'PATCH /api/v0/users/:id': near(user),
  'POST /api/v0/groups': near(named),
  'PATCH /api/v0/groups/:id': near({ name: oddText }),
  'POST /api/v0/workspaces': near(named),
  'PATCH /api/v0/workspaces/:id': near({ name: oddText }),
  'POST /api/v0/connections': near({ kind: fc.constantFrom('duckdb', 'postgres'), ...connection }),
  'PATCH /api/v0/connections/:id': near(connection),
  'POST /api/v0/datasets': near(dataset),
  'PATCH /api/v0/datasets/:id': near(dataset),
  'POST /api/v0/datasets/infer': near({
    connectionId: dataset.connectionId,
    source: dataset.source,
    context,
  }),
  'POST /api/v0/datasets/:id/query': near({ query, context }),
  'POST /api/v0/datasets/:id/explain': near({ query, context, row: fc.dictionary(oddText, oddValue) }),
};
/** Bodies whose every field is right: one of them, or several, is left out. */
const partial = (fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: readonly string[]) =>
  fc.record(fields, { requiredKeys: [...requiredKeys] });
const goodDataset = {
  name: fc.constant('Good'),
  connectionId: fc.constant('files'),
  workspaceId: fc.constantFrom('main', null),
  source: fc.constant({ kind: 'sql', sql: "SELECT 'x' AS a, 1 AS n" }),
  columns: fc.constant([
    { name: 'a', type: 'string' },
    { name: 'n', type: 'integer' },
  ]),
  measures: fc.constant([{ name: 'sum', kind: 'sum', column: 'n' }]),
  segmented: fc.boolean(),
  rowRules: fc.constant([{ column: 'a', operator: 'equals', value: { context: 'attributes.a' } }]),
  groupRules: fc.constant([{ group: 'sales', rule: { all: true } }]),
  cacheSeconds: fc.constantFrom(0, 60),
  checkAs: fc.constant({ username: 'ann', workspace_id: 'main', attributes: { a: 'x' } }),
};
const goodContext = partial(
  {
    username: fc.constant('ann'),
    workspace_id: fc.constant('main'),
    roles: fc.constant(['USER']),
    privileges: fc.constant({ sales: ['view'] }),
    groups: fc.constant(['sales']),
    attributes: fc.constant({ a: 'x' }),
    secrets: fc.constant({ key: 'value' }),
  },
  [],
);
const goodQuery = partial(
  {
    dimensions: fc.constant([{ column: 'a' }]),
    measures: fc.constant([]),
    filters: fc.constant([{ column: 'a', operator: 'equals', value: 'x' }]),
    sort: fc.constant([{ by: 'a', direction: 'asc' }]),
    limit: fc.constant(10),
    totals: fc.boolean(),
  },
  [],
);
const { checkAs: _, name: __, ...goodDraft } = goodDataset;
const validBodies: Record<string, fc.Arbitrary<unknown>> = {
  'POST /api/v0/datasets': partial(goodDataset, ['name', 'connectionId']),
  'PATCH /api/v0/datasets/:id': partial(goodDataset, []),
  'POST /api/v0/datasets/infer': partial(
    { connectionId: goodDataset.connectionId, source: goodDataset.source, context: goodContext },
    [],
  ),
  'POST /api/v0/datasets/try': partial(
    { dataset: partial(goodDraft, ['connectionId']), query: goodQuery, context: goodContext },
    ['dataset'],
  ),
  'POST /api/v0/datasets/:id/query': partial({ query: goodQuery, context: goodContext }, []),
  'POST /api/v0/datasets/:id/explain': partial(
    { query: goodQuery, context: goodContext, row: fc.constant({ a: 'x' }) },
    [],
  ),
  'POST /api/v0/connections': partial(
    {
      name: fc.constant('Good'),
      kind: fc.constantFrom('duckdb', 'postgres', 'mysql', 'clickhouse', 'trino'),
      host: fc.constant('db.example.com'),
      port: fc.constant(5432),
      database: fc.constant('d'),
      user: fc.constant('u'),
      password: fc.constant('p'),
      tls: fc.constantFrom('verified', 'off'),
    },
    ['kind'],
  ),
  'POST /api/v0/users': partial({ ...user, username: fc.uuid(), firstName: fc.constant('Ann') }, []),
};
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
  describe(`whatever is sent to the API on ${engine}, it is never our failure:`, () => {
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
      it(`right fields to ${route}, some left out`, async () => {
        const [method = '', pattern = ''] = route.split(' ');
        await check(
          fc.asyncProperty(body, async (sent) => {
            await answersWell(pattern.replace(':id', 'main'), { method, token, body: sent });
          }) as never,
        );
      });
    }

    it('bytes that are no JSON', async () => {
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
      it(`bodies to ${route} that nest deeply`, async () => {
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

    it('forms with fields that repeat', async () => {
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

    it('and the administrator can still log in and list everybody', async () => {
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
