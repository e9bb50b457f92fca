import { ENGINES } from '@inlay/server/platform/engines/engines';
import fc from 'fast-check';

/** Text as people do not write it: every plane of Unicode, halves of pairs, controls, what SQL and LIKE read. */
export const oddText = fc.oneof(
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

export const bodies: Record<string, fc.Arbitrary<unknown>> = {
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
    subtotals: fc.constant([{ dimensions: ['a'] }, { dimensions: [] }]),
  },
  [],
);
const { checkAs: _, name: __, ...goodDraft } = goodDataset;
export const validBodies: Record<string, fc.Arbitrary<unknown>> = {
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
      kind: fc.constantFrom(...ENGINES.map(({ name }) => name)),
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
