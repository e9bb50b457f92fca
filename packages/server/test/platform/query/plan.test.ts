import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import { duckdb } from '../../../src/platform/engines/duckdb/dialect.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { QueryError } from '../../../src/platform/query/errors/query-error.ts';
import { modelOf } from '../../../src/platform/query/model/model.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { planFilterValues } from '../../../src/platform/query/plan/plan-filter-values.ts';
import { zurich } from './support/cases.ts';
import { orders } from './support/orders.ts';

const refused: readonly (readonly [string, Partial<QuerySpec>, string, RegExp])[] = [
  [
    'a column that does not exist',
    { dimensions: [{ column: 'gone' }] },
    '/dimensions/0/column',
    /no column gone/,
  ],
  ['a measure that does not exist', { measures: ['gone'] }, '/measures/0', /no measure gone/],
  ['an empty query', { measures: [] }, '/measures', /must have a dimension or a measure/],
  [
    'a grain on text',
    { dimensions: [{ column: 'region', grain: 'day' }] },
    '/dimensions/0/grain',
    /requires a date column/,
  ],
  [
    'hours of a day',
    { dimensions: [{ column: 'day', grain: 'hour' }] },
    '/dimensions/0/grain',
    /without a time: group it by day/,
  ],
  [
    'gaps without a grain',
    { dimensions: [{ column: 'day', fillGaps: true }] },
    '/dimensions/0/fillGaps',
    /requires a grain/,
  ],
  [
    'the same dimension twice',
    { dimensions: [{ column: 'day' }, { column: 'day' }] },
    '/dimensions/1/column',
    /twice/,
  ],
  [
    'text for an integer',
    { filters: [{ column: 'id', operator: 'equals', value: 'x' }] },
    '/filters/0/value',
    /exact 64-bit integer/,
  ],
  [
    'a rounded integer',
    { filters: [{ column: 'id', operator: 'equals', value: 2 ** 53 }] },
    '/filters/0/value',
    /exact 64-bit integer/,
  ],
  [
    'a number for text in a list',
    { filters: [{ column: 'region', operator: 'in', values: ['EU', 1] }] },
    '/filters/0/values/1',
    /requires text/,
  ],
  [
    'a day that does not exist',
    { filters: [{ column: 'day', operator: 'equals', value: '2025-02-30' }] },
    '/filters/0/value',
    /requires a date/,
  ],
  [
    'a mistake behind a period that is all time',
    {
      filters: [
        { column: 'day', operator: 'in-period', period: 'all' },
        { column: 'day', operator: 'equals', value: '2025-02-30' },
      ],
    },
    '/filters/1/value',
    /requires a date/,
  ],
  [
    'contains on a number',
    { filters: [{ column: 'id', operator: 'contains', value: '1' }] },
    '/filters/0/operator',
    /text column/,
  ],
  [
    'an order of booleans',
    { filters: [{ column: 'active', operator: 'less', value: true }] },
    '/filters/0/operator',
    /no order/,
  ],
  [
    'a sort by something else',
    { sort: [{ by: 'revenue', direction: 'asc' }] },
    '/sort/0/by',
    /neither a dimension nor a measure/,
  ],
  [
    'a top of something else',
    { top: { dimension: 'region', by: 'orders', count: 3 } },
    '/top/dimension',
    /not a dimension/,
  ],
  [
    'a comparison without a period',
    { comparison: { column: 'day', with: 'previous-period' } },
    '/comparison',
    /first and a last day/,
  ],
  [
    'a comparison of parts of days',
    {
      filters: [
        { column: 'created', operator: 'between', from: '2025-03-01', to: '2025-03-31' },
        { column: 'created', operator: 'greater', value: '2025-03-10T08:00:00Z' },
      ],
      comparison: { column: 'created', with: 'previous-year' },
    },
    '/comparison',
    /requires filters on created to be whole days/,
  ],
  [
    'a comparison of text',
    { comparison: { column: 'region', with: 'previous-year' } },
    '/comparison/column',
    /requires a date column/,
  ],
  [
    'a pivot without a measure',
    { dimensions: [{ column: 'region' }], measures: [], pivot: { dimension: 'region' } },
    '/measures',
    /requires a measure/,
  ],
  [
    'a pivot sorted by a measure',
    {
      dimensions: [{ column: 'day' }, { column: 'region' }],
      pivot: { dimension: 'region' },
      sort: [{ by: 'orders', direction: 'asc' }],
    },
    '/sort/0/by',
    /dimensions only/,
  ],
  ['an unknown key', { sql: 'select 1' } as Partial<QuerySpec>, '/sql', /is not a known field/],
  ['a limit past the maximum', { limit: 100_001 }, '/limit', /100000/],
];

for (const [name, spec, path, message] of refused) {
  test(`plan: refuses ${name} with its path`, () => {
    assert.throws(
      () => planQuery({ dimensions: [], measures: ['orders'], ...spec }, orders, zurich, 0),
      (error) => error instanceof QueryError && error.path === path && message.test(error.message),
    );
  });
}

test('plan: refuses an invalid calendar', () => {
  const withCalendar = (calendar: Partial<ViewerCalendar>) => () =>
    planQuery({ dimensions: [], measures: ['orders'] }, orders, { ...zurich, ...calendar }, 0);
  assert.throws(withCalendar({ timeZone: "UTC'; DROP TABLE orders; --" }), /timeZone/);
  assert.throws(withCalendar({ weekStart: 0 as 1 }), /weekStart/);
  assert.throws(withCalendar({ fiscalYearStart: 13 }), /fiscalYearStart/);
});

function measured(...measures: NonNullable<Dataset['measures']>) {
  const dataset: Dataset = { ...orders, measures };
  return planQuery({ dimensions: [], measures: [measures[0]?.name ?? ''] }, dataset, zurich, 0).measures[0];
}

test('expressions: have the usual precedence and allow only arithmetic', () => {
  const sum = { name: 'a', kind: 'sum', column: 'quantity' } as const;
  const formula = (expression: string) =>
    measured({ name: 'x', kind: 'expression', expression }, sum, { ...sum, name: 'b c' })?.formula;
  assert.deepEqual(formula('a + 2 * [b c]'), formula('(a + (2 * [b c]))'));
  assert.deepEqual(formula('a - 1 - 2'), formula('((a - 1) - 2)'));
  for (const wrong of [
    'a +',
    '(a',
    'a b',
    'a; DROP',
    "a || 'x'",
    'sum(a)',
    'gone',
    '',
    '1 + )',
    '[a',
    'a , a',
  ]) {
    assert.throws(() => formula(wrong), QueryError, wrong);
  }
});

test('plan: refuses measures that refer to themselves, to missing measures or to non-numeric ones', () => {
  const ratio = (name: string, numerator: string) =>
    ({ name, kind: 'ratio', numerator, denominator: 'n' }) as const;
  const count = { name: 'n', kind: 'count' } as const;
  assert.throws(() => measured(ratio('a', 'b'), ratio('b', 'a'), count), /a → b → a/);
  assert.throws(() => measured(ratio('a', 'gone'), count), /the measure gone does not exist/);
  assert.throws(
    () => measured(ratio('a', 'd'), count, { name: 'd', kind: 'max', column: 'day' }),
    /only use numbers/,
  );
  assert.throws(() => measured({ name: 'a', kind: 'sum', column: 'region' }), /requires a numeric column/);
  assert.equal(measured({ name: 'a', kind: 'expression', expression: 'n * 2' }, count)?.type, 'integer');
});

test('filter values: only values with rows, searched and sorted', () => {
  const plan = planFilterValues({ column: 'region', search: '100%', limit: 20 }, orders, zurich, 0);
  assert.equal(plan.limit, 20);
  assert.equal(plan.measures.length, 0);
  assert.equal(plan.parts[0]?.filter.kind, 'and');
  assert.throws(() => planFilterValues({ column: 'id', search: '1' }, orders, zurich, 0), QueryError);
});

test('plan: the same query without a cache has a plan of its own', () => {
  const spec = { dimensions: [], measures: ['orders'] };
  const cacheSecondsOf = (root: Dataset) =>
    planQuery(spec, { ...modelOf(orders), root }, zurich, 0).sources[0]?.dataset.cacheSeconds;
  assert.equal(cacheSecondsOf(orders), undefined);
  assert.equal(cacheSecondsOf({ ...orders, cacheSeconds: 0 }), 0);
});

test('compile: rejects a plan that was not guarded, in TypeScript and at run time', () => {
  const plan = planQuery({ dimensions: [], measures: ['orders'] }, orders, zurich, 0);
  // @ts-expect-error compile takes what guard made and nothing else.
  assert.throws(() => compile(plan, duckdb));
});

test('plan: compares a period to date with the same part of the previous one', () => {
  const noon = Date.parse('2026-03-14T12:00:00Z');
  const compared = (period: string, kind: 'previous-period' | 'previous-year' = 'previous-period') =>
    planQuery(
      {
        dimensions: [],
        measures: ['orders'],
        // Which leaves the days of the period.
        filters: [
          { column: 'day', operator: 'is-set' },
          { column: 'day', operator: 'in-period', period },
        ],
        comparison: { column: 'day', with: kind },
      },
      orders,
      zurich,
      noon,
    ).parts[1]?.dated;
  assert.deepEqual(compared('this-month')?.range, { from: '2026-02-01', to: '2026-02-15' });
  assert.deepEqual(compared('this-month')?.shift, { unit: 'months', count: 1 });
  assert.deepEqual(compared('last-30-days')?.shift, { unit: 'days', count: 30 });
  assert.deepEqual(compared('this-quarter', 'previous-year')?.shift, { unit: 'months', count: 12 });
});

test('plan: reads an earlier, shorter month up to its last day', () => {
  const earlier = (from: string, to: string) =>
    planQuery(
      {
        dimensions: [],
        measures: ['orders'],
        filters: [{ column: 'day', operator: 'between', from, to }],
        comparison: { column: 'day', with: 'previous-year' },
      },
      orders,
      zurich,
      0,
    ).parts[1]?.dated?.range;
  assert.deepEqual(earlier('2025-02-01', '2025-02-27'), { from: '2024-02-01', to: '2024-02-28' });
  // February 29 counts as February 28 of the next year.
  assert.deepEqual(earlier('2025-02-01', '2025-02-28'), { from: '2024-02-01', to: '2024-03-01' });
  assert.deepEqual(earlier('2024-02-01', '2024-02-28'), { from: '2023-02-01', to: '2023-03-01' });
  assert.deepEqual(earlier('2024-02-01', '2024-02-29'), { from: '2023-02-01', to: '2023-03-01' });
});

test("plan: the days of a period change at midnight in the viewer's time zone, although plans are cached", () => {
  const todayAt = (time: string, timeZone: string) => {
    const filters = [{ column: 'day', operator: 'in-period', period: 'today' }] as const;
    const spec = { dimensions: [{ column: 'day' }], measures: [], filters };
    return planQuery(spec, orders, { ...zurich, timeZone }, Date.parse(time)).dimensions[0]?.range.from;
  };
  assert.equal(todayAt('2026-03-14T22:59:59.999Z', 'Europe/Zurich'), '2026-03-14');
  assert.equal(todayAt('2026-03-14T23:00:00Z', 'Europe/Zurich'), '2026-03-15');
  assert.equal(todayAt('2026-03-14T18:14:59.999Z', 'Asia/Kathmandu'), '2026-03-14');
  assert.equal(todayAt('2026-03-14T18:15:00Z', 'Asia/Kathmandu'), '2026-03-15');
});

test("plan: resolves a period on a datetime column to days in the viewer's time zone", () => {
  const plan = planQuery(
    {
      dimensions: [],
      measures: ['orders'],
      filters: [{ column: 'created', operator: 'in-period', period: 'today' }],
    },
    orders,
    zurich,
    // In Zurich it is the 15th already.
    Date.parse('2026-03-14T23:30:00Z'),
  );
  assert.match(JSON.stringify(plan.parts[0]?.filter), /2026-03-14T23:00:00.*2026-03-15T23:00:00/);
});

test('plan: refuses an unknown period, and a period on a column without dates', () => {
  const ask = (column: string, period: string) => () =>
    planQuery(
      { dimensions: [], measures: ['orders'], filters: [{ column, operator: 'in-period', period }] },
      orders,
      zurich,
      0,
    );
  assert.throws(ask('day', 'next-century'), QueryError);
  assert.throws(ask('day', 'last-0-days'), QueryError);
  assert.throws(ask('region', 'today'), QueryError);
});
