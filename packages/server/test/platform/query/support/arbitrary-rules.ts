import type { Dataset } from '@inlay/protocol/dataset';
import type { Filter, Scalar } from '@inlay/protocol/query';
import type { ContextPath, RowRule } from '@inlay/protocol/rule';
import fc from 'fast-check';
import { orderRows, orders } from './orders.ts';
import type { Viewer } from './row-oracle.ts';

/** Texts that an attacker, or bad luck, puts into a context. */
export const hostileTexts: readonly string[] = [
  "' OR 1=1 --",
  "EU' OR '1'='1",
  "EU'; DROP TABLE orders; --",
  '" OR ""="',
  '`) OR 1=1 #',
  '\\',
  "\\' OR 1=1 -- ",
  '%',
  '_',
  '%%',
  'E%',
  'a_b',
  '100%',
  '$1',
  '?',
  '{p1:String}',
  ':attributes.region',
  '{{ attributes.region }}',
  '__proto__',
  'constructor',
  'EU\0',
  '\ud800',
  'EU ',
  ' EU',
  'eu',
  'É',
  'E\u0301',
  '0',
  '1',
  '12',
  '012',
  '12abc',
  '1e1',
  'true',
  'NULL',
  'x'.repeat(3500),
  '😀',
];

const paths: readonly ContextPath[] = [
  'attributes.a',
  'attributes.b',
  'attributes.__proto__',
  'attributes.constructor',
  'attributes.a.b',
  'username',
  'workspaceId',
  'groups',
  'roles',
];

const cells = orders.columns.map((_, index) =>
  orderRows.map((row) => row[index] ?? null).filter((cell) => cell !== null),
);
const texts = fc.constantFrom(...hostileTexts, 'EU', 'US', 'E', "O'Neil", 'customer 3', '');
const numbers = fc.constantFrom(
  0,
  -0,
  1,
  3,
  5,
  12,
  0.125,
  1.37,
  2.5,
  12.34,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  -7,
  0.1 + 0.2,
);
const times = fc.constantFrom(
  '2025-06-05',
  '2025-02-30',
  '2025-03-01T08:00:00Z',
  '2025-07-05T08:00:00.5+02:00',
  '2025-07-05T08:00',
  '2025-01-06T07:13:11Z',
);
const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  texts,
  numbers,
  fc.boolean(),
  times,
  fc.constantFrom('9007199254740993', '7', '1.50'),
);
const common = fc.constantFrom<unknown>(
  'EU',
  'US',
  '12',
  5,
  30,
  2.5,
  true,
  '2025-06-05',
  '2025-03-01T08:00:00Z',
  ['EU', 'US'],
  [1, 5, 7],
);
const contextValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: common },
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(fc.oneof(texts, numbers), { maxLength: 4 }) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom('EU', 'US', 'E', '12'), { maxLength: 4 }) },
  fc.constantFrom<unknown>(null, {}, { region: 'EU' }, [[]], [null], ['']),
);

/** Mostly a value of the column's own type, taken from the rows, so that rules grant something now and then. */
function fitting(column: number): fc.Arbitrary<Scalar> {
  const own = cells[column] ?? [];
  const typed =
    orders.columns[column]?.type === 'integer'
      ? own.map((cell) => (Number.isSafeInteger(Number(cell)) ? Number(cell) : cell))
      : own;
  return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...(typed as Scalar[])) }, scalar);
}

const columnRule = fc.nat(orders.columns.length - 1).chain((index): fc.Arbitrary<RowRule> => {
  const column = fc.constant(orders.columns[index]?.name ?? '');
  const operand = fc.oneof(
    { weight: 3, arbitrary: fitting(index) },
    fc.record({ context: fc.constantFrom(...paths) }),
  );
  return fc.oneof(
    fc.record({
      column,
      operator: fc.constantFrom(
        'equals',
        'not-equals',
        'contains',
        'less',
        'less-or-equal',
        'greater',
        'greater-or-equal',
      ),
      value: operand,
    }),
    fc.record({
      column,
      operator: fc.constantFrom('in', 'not-in'),
      values: fc.oneof(
        fc.array(operand, { minLength: 1, maxLength: 4 }),
        fc.record({ context: fc.constantFrom(...paths) }),
      ),
    }),
    fc.record({ column, operator: fc.constant('between'), from: operand, to: operand }),
    fc.record({ column, operator: fc.constantFrom('is-set', 'is-not-set') }),
  ) as fc.Arbitrary<RowRule>;
});

const context = fc.constantFrom(...paths);
const contextRule = fc.oneof(
  fc.record({
    context,
    operator: fc.constantFrom(
      'equals',
      'not-equals',
      'contains',
      'less',
      'less-or-equal',
      'greater',
      'greater-or-equal',
    ),
    value: scalar,
  }),
  fc.record({
    context,
    operator: fc.constantFrom('in', 'not-in'),
    values: fc.array(scalar, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ context, operator: fc.constant('between'), from: scalar, to: scalar }),
  fc.record({ context, operator: fc.constantFrom('is-set', 'is-not-set') }),
) as fc.Arbitrary<RowRule>;

const { rule } = fc.letrec<{ readonly rule: RowRule }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: columnRule },
    { weight: 1, arbitrary: contextRule },
    { weight: 2, arbitrary: fc.record({ and: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }) }) },
    { weight: 3, arbitrary: fc.record({ or: fc.array(tie('rule'), { minLength: 1, maxLength: 4 }) }) },
  ),
}));

const groups = fc.subarray(['EU', 'US', 'admins', "O'Neil", '12']);

export const arbitraryDataset: fc.Arbitrary<Dataset> = fc
  .record({
    rowRules: fc.oneof({ weight: 6, arbitrary: fc.tuple(rule) }, fc.array(rule, { maxLength: 2 })),
    groupRules: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      fc.array(fc.record({ group: fc.constantFrom('EU', 'US', 'admins'), rule }), { maxLength: 3 }),
    ),
    segmented: fc.constantFrom(undefined, true, false),
  })
  .map(({ rowRules, groupRules, segmented }) => ({
    ...orders,
    rowRules,
    groupRules,
    ...(segmented === undefined ? {} : { segmented }),
  }));

/** Attributes come from JSON text, as they do in life: only there is `__proto__` an own key. */
export const arbitraryViewer: fc.Arbitrary<Viewer> = fc
  .record({
    entries: fc.uniqueArray(
      fc.tuple(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'a.b'), contextValue),
      { selector: ([key]) => key, maxLength: 4 },
    ),
    username: fc.constantFrom('ada@example.com', 'EU', "' OR 1=1 --"),
    groups,
    roles: fc.constantFrom<readonly string[]>(['USER'], ['ADMIN', 'USER']),
    lost: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      fc.subarray<'attributes' | 'groups'>(['attributes', 'groups']),
    ),
  })
  .map(({ entries, username, groups, roles, lost }) => {
    const json = `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
    return {
      context: {
        username,
        workspaceId: 'main',
        roles,
        groups,
        attributes: JSON.parse(json) as Record<string, unknown>,
      },
      lost,
    };
  });

/** What a viewer may choose; it can only narrow. */
export const arbitraryFilters: fc.Arbitrary<readonly Filter[]> = fc.array(
  fc.oneof(
    fc.record({
      column: fc.constantFrom('region', 'customer'),
      operator: fc.constantFrom('equals', 'not-equals', 'contains', 'starts-with', 'less', 'greater'),
      value: fc.constantFrom(...hostileTexts.filter((text) => text.isWellFormed() && !text.includes('\0'))),
    }),
    fc.record({ column: fc.constant('region'), operator: fc.constantFrom('is-set', 'is-not-set') }),
    fc.record({
      column: fc.constantFrom('id', 'quantity'),
      operator: fc.constantFrom('greater-or-equal', 'less'),
      value: fc.integer({ min: -10, max: 130 }),
    }),
  ) as fc.Arbitrary<Filter>,
  { maxLength: 2 },
);
