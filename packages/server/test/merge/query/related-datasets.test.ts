import assert from 'node:assert/strict';
import test, { before, describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import type { QueryError } from '../../../src/platform/query/errors/query-error.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import type { Model } from '../../../src/platform/query/model/model.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { toResult } from '../../../src/platform/query/result/to-result.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

const open = { version: 1, segmented: false } as const;
const table = (name: string) => ({ kind: 'table', table: name }) as const;

const countries: Dataset = {
  ...open,
  id: 'countries',
  source: table('countries'),
  columns: [
    { name: 'code', type: 'string' },
    { name: 'branch', type: 'integer' },
    { name: 'name', type: 'string' },
  ],
};
const customers: Dataset = {
  id: 'customers',
  version: 1,
  source: table('customers'),
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'segment', type: 'string' },
    { name: 'region', type: 'string' },
    { name: 'country', type: 'string' },
    { name: 'branch', type: 'integer' },
    { name: 'since', type: 'date' },
  ],
  measures: [
    { name: 'customers', kind: 'count' },
    { name: 'rank', kind: 'rank', measure: 'customers' },
  ],
  relationships: [
    {
      name: 'orders',
      dataset: 'orders',
      kind: 'one-to-many',
      columns: [{ own: 'id', other: 'customer_id' }],
    },
    {
      name: 'visits',
      dataset: 'visits',
      kind: 'one-to-many',
      columns: [{ own: 'id', other: 'customer_id' }],
    },
    {
      name: 'home',
      dataset: 'countries',
      kind: 'many-to-one',
      columns: [
        { own: 'country', other: 'code' },
        { own: 'branch', other: 'branch' },
      ],
    },
  ],
  rowRules: [{ column: 'region', operator: 'in', values: { context: 'attributes.regions' } }],
};
const orders: Dataset = {
  ...open,
  id: 'orders',
  source: table('orders'),
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'customer_id', type: 'integer' },
    { name: 'amount', type: 'decimal' },
    { name: 'day', type: 'date' },
    { name: 'status', type: 'string' },
  ],
  measures: [
    { name: 'revenue', kind: 'sum', column: 'amount' },
    { name: 'orders', kind: 'count' },
    { name: 'average_order', kind: 'ratio', numerator: 'revenue', denominator: 'orders' },
  ],
  relationships: [
    {
      name: 'customer',
      dataset: 'customers',
      kind: 'many-to-one',
      columns: [{ own: 'customer_id', other: 'id' }],
    },
  ],
};
const visits: Dataset = {
  ...open,
  id: 'visits',
  source: table('visits'),
  columns: [
    { name: 'customer_id', type: 'integer' },
    { name: 'minutes', type: 'integer' },
  ],
  measures: [{ name: 'minutes', kind: 'sum', column: 'minutes' }],
};

const all = new Map([countries, customers, orders, visits].map((dataset) => [dataset.id, dataset]));
const from = (root: Dataset): Model => ({ root, datasets: all });

function tables(engine: TestEngine['name']): readonly string[] {
  const text = engine === 'mysql' ? 'VARCHAR(40) CHARACTER SET utf8mb4' : 'VARCHAR(40)';
  const end = engine === 'clickhouse' ? ' ENGINE = MergeTree ORDER BY tuple()' : '';
  const number = 'INT';
  const create = (name: string, columns: string) => `CREATE TABLE ${name} (${columns})${end}`;
  return [
    create('countries', `code ${text}, branch ${number}, name ${text}`),
    create(
      'customers',
      `id ${number}, segment ${text}, region ${text}, country ${text}, branch ${number}, since DATE`,
    ),
    create('orders', `id ${number}, customer_id ${number}, amount DECIMAL(12, 2), day DATE, status ${text}`),
    create('visits', `customer_id ${number}, minutes ${number}`),
    "INSERT INTO countries VALUES ('CH', 1, 'Switzerland'), ('ch', 1, 'lower case'), ('CH', 2, 'Ticino')",
    "INSERT INTO customers VALUES (1, 'new', 'EU', 'CH', 1, DATE '2025-01-05'), (2, 'new', 'EU', 'CH', 2, DATE '2025-02-05'), (3, 'old', 'US', 'ch', 1, DATE '2025-01-07'), (4, 'old', 'hidden', 'CH', 1, DATE '2024-01-07')",
    "INSERT INTO orders VALUES (1, 1, 10.10, DATE '2025-03-01', 'paid'), (2, 1, 20.20, DATE '2025-03-02', 'open'), (3, 2, 5.00, DATE '2025-04-01', 'paid'), (4, 3, 7.00, DATE '2025-04-02', 'paid'), (5, 4, 100.00, DATE '2025-04-03', 'paid'), (6, NULL, 1000.00, DATE '2025-04-04', 'open')",
    'INSERT INTO visits VALUES (1, 3), (1, 4), (1, 5), (3, 9), (4, 50)',
  ];
}

const allowed = { ...viewer, attributes: { regions: ['EU', 'US'] } };

async function rowsOf(
  engine: TestEngine,
  root: Dataset,
  spec: QuerySpec,
  context: typeof viewer = allowed,
): Promise<readonly (readonly Cell[])[]> {
  const plan = planQuery(spec, from(root), zurich, 0);
  const guarded = guard(plan, createContextReader(context));
  const { columns, rowCount } = toResult(
    plan,
    await engine.answer(compile(guarded, dialectNamed(engine.name)), plan),
  );
  return Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row] ?? null));
}

const byName = (column: string) => ({ sort: [{ by: column, direction: 'asc' }] }) as const;

describe('queries of related datasets', () => {
  const engines = useEngines('nothing');
  before(async () => {
    for (const engine of engines) for (const sql of tables(engine.name)) await engine.execute(sql);
  });

  test('orders can be grouped by columns of their customers, under the row rules of the customers', async () => {
    for (const engine of engines)
      assert.deepEqual(
        await rowsOf(engine, orders, {
          dimensions: [{ column: 'customer.segment' }],
          measures: ['revenue', 'orders', 'average_order'],
          ...byName('customer.segment'),
        }),
        [
          ['new', 35.3, 3, 11.7666666667],
          ['old', 7, 1, 7],
          [null, 1100, 2, 550],
        ],
        engine.name,
      );
  });

  test('a viewer without the attribute of a related dataset sees nothing of it', async () => {
    for (const engine of engines)
      assert.deepEqual(
        await rowsOf(
          engine,
          orders,
          { dimensions: [{ column: 'customer.segment' }], measures: ['orders'] },
          { ...viewer, attributes: {} },
        ),
        [[null, 6]],
        engine.name,
      );
  });

  test('relationships lead on, with keys of several columns that are compared exactly', async () => {
    for (const engine of engines)
      assert.deepEqual(
        await rowsOf(engine, orders, {
          dimensions: [{ column: 'customer.home.name' }],
          measures: ['orders'],
          ...byName('customer.home.name'),
        }),
        [
          ['Switzerland', 2],
          ['Ticino', 1],
          ['lower case', 1],
          [null, 2],
        ],
        engine.name,
      );
  });

  test('a filter on a related column keeps the rows that are related to a visible one', async () => {
    const spec: QuerySpec = {
      dimensions: [],
      measures: ['revenue'],
      filters: [{ column: 'customer.segment', operator: 'not-equals', value: 'new' }],
    };
    for (const engine of engines) {
      assert.deepEqual(await rowsOf(engine, orders, spec), [[7]], engine.name);
      assert.deepEqual(
        await rowsOf(engine, orders, spec, { ...viewer, attributes: {} }),
        [[null]],
        engine.name,
      );
    }
  });

  test('measures of several datasets are aggregated each from its own rows', async () => {
    for (const engine of engines) {
      assert.deepEqual(
        await rowsOf(engine, customers, {
          dimensions: [{ column: 'segment' }],
          measures: ['customers', 'orders.revenue', 'orders.orders', 'visits.minutes'],
          ...byName('segment'),
        }),
        [
          ['new', 2, 35.3, 3, 12],
          ['old', 1, 7, 1, 9],
        ],
        engine.name,
      );
      assert.deepEqual(
        await rowsOf(engine, customers, {
          dimensions: [{ column: 'home.name' }],
          measures: ['orders.revenue'],
          filters: [{ column: 'since', operator: 'greater', value: '2025-01-06' }],
          ...byName('home.name'),
        }),
        [
          ['Ticino', 5],
          ['lower case', 7],
        ],
        engine.name,
      );
    }
  });

  test('the rows of a measure can be grouped by their own columns', async () => {
    for (const engine of engines)
      assert.deepEqual(
        await rowsOf(engine, customers, {
          dimensions: [{ column: 'orders.status' }],
          measures: ['orders.revenue'],
          ...byName('orders.status'),
        }),
        [
          ['open', 20.2],
          ['paid', 22.1],
        ],
        engine.name,
      );
  });

  test('the top values of a related column are found by a measure of another dataset', async () => {
    for (const engine of engines)
      assert.deepEqual(
        await rowsOf(engine, customers, {
          dimensions: [{ column: 'home.name' }],
          measures: ['customers', 'visits.minutes'],
          top: { dimension: 'home.name', by: 'visits.minutes', count: 1, others: true },
        }),
        [
          ['Switzerland', 1, 12],
          [null, 2, 9],
        ],
        engine.name,
      );
  });
});

const refusals: readonly (readonly [string, Dataset, QuerySpec, RegExp])[] = [
  [
    'a measure by a column that its rows have several values of',
    customers,
    { dimensions: [{ column: 'orders.status' }], measures: ['customers'] },
    /a row of All customers has several rows of Orders, so orders\.status would count it several times; choose Orders as the dataset, and reach All customers from there/,
  ],
  [
    'measures of two datasets by a column of one of them',
    customers,
    { dimensions: [{ column: 'orders.status' }], measures: ['orders.revenue', 'visits.minutes'] },
    /a row of All customers has several rows of Orders/,
  ],
  [
    'a filter that would repeat rows',
    customers,
    {
      dimensions: [],
      measures: ['customers'],
      filters: [{ column: 'orders.status', operator: 'equals', value: 'paid' }],
    },
    /a row of All customers has several rows of Orders/,
  ],
  [
    'a rank without dimensions in a dataset whose rows belong to several',
    orders,
    { dimensions: [], measures: ['customer.rank'] },
    /a row of All customers belongs to several rows of Orders, so customer\.rank would count it several times/,
  ],
  [
    'a measure of a dataset whose rows belong to several',
    orders,
    { dimensions: [], measures: ['customer.customers'] },
    /a row of All customers belongs to several rows of Orders, so customer\.customers would count it several times; choose All customers as the dataset/,
  ],
  [
    'a field that no relationship reaches',
    orders,
    { dimensions: [{ column: 'customer.nothing' }], measures: [] },
    /the dataset has no column customer\.nothing/,
  ],
];
const titles = new Map([
  ['customers', 'All customers'],
  ['orders', 'Orders'],
]);
for (const [name, root, spec, problem] of refusals)
  test(`a query is refused for ${name}`, () => {
    assert.throws(
      () => planQuery(spec, { ...from(root), titles }, zurich, 0),
      (error: QueryError) => problem.test(error.problem),
    );
  });
