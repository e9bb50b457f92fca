import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import { skipEngine } from '../../../../../test/support/engines/skip-engine.ts';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import { openMariadb, openPostgres, type TestEngine } from '../../platform/query/support/test-engines.ts';

const customers: Dataset = {
  id: 'customers',
  version: 1,
  segmented: false,
  source: { kind: 'table', table: 'customers' },
  columns: [
    { name: 'code', type: 'string' },
    { name: 'city', type: 'string' },
  ],
};
const orders: Dataset = {
  id: 'orders',
  version: 1,
  segmented: false,
  source: { kind: 'table', table: 'orders' },
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'customer', type: 'string' },
  ],
  measures: [{ name: 'orders', kind: 'count' }],
  relationships: [
    {
      name: 'customer',
      dataset: 'customers',
      kind: 'many-to-one',
      columns: [{ own: 'customer', other: 'code' }],
      enforced: true,
    },
  ],
};

/** Orders of 'C7' and 'c8 ', which is a customer only where case and spaces at the end do not matter. */
function prepare(text: string, series: string): readonly string[] {
  return [
    `CREATE TABLE customers (code ${text} PRIMARY KEY, city ${text})`,
    `CREATE TABLE orders (id integer PRIMARY KEY, customer ${text})`,
    `INSERT INTO customers SELECT CONCAT('C', n), CONCAT('City ', n) FROM ${series}`,
    `INSERT INTO orders VALUES (1, 'C7'), (2, 'c8 '), (3, NULL)`,
  ];
}

describe('join on text', () => {
  let postgres: TestEngine;
  let mariadb: TestEngine;

  before(async () => {
    postgres = await openPostgres();
    for (const statement of prepare('varchar(20)', 'generate_series(1, 20000) AS s(n)'))
      await postgres.execute(statement);
    await postgres.execute('ANALYZE');
    if (skipEngine('mysql')) return;
    mariadb = await openMariadb();
    const text = 'VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci';
    for (const statement of prepare(text, '(SELECT seq AS n FROM seq_1_to_20000) AS s'))
      await mariadb.execute(statement);
    await mariadb.execute('ANALYZE TABLE customers, orders');
  });
  after(async () => {
    await Promise.all([postgres?.close(), mariadb?.close()]);
  });

  const spec = {
    dimensions: [{ column: 'id' }, { column: 'customer.city' }],
    measures: ['orders'],
    sort: [{ by: 'id', direction: 'asc' as const }],
  };
  const model = { root: orders, datasets: new Map([orders, customers].map((each) => [each.id, each])) };

  async function run(engine: TestEngine) {
    const plan = planQuery(spec, model, zurich, 0);
    const statement = compile(guard(plan, createContextReader(viewer)), dialectNamed(engine.name));
    const explain = engine.name === 'postgres' ? 'EXPLAIN' : 'EXPLAIN FORMAT=JSON';
    const explained = await engine.answer({ ...statement, sql: `${explain} ${statement.sql}` }, plan);
    const { columns } = await engine.answer(statement, plan);
    return {
      plan: explained.columns[0]?.values.join('\n') ?? '',
      cities: columns[1]?.values,
    };
  }

  test('PostgreSQL: compares bytes and uses the index of the key', async () => {
    const { plan, cities } = await run(postgres);
    assert.deepEqual(cities, ['City 7', null, null]);
    assert.match(plan, /Index.*customers_pkey/);
  });

  test('MariaDB: compares bytes and uses the index of the key', { skip: skipEngine('mysql') }, async () => {
    const { plan, cities } = await run(mariadb);
    assert.deepEqual(cities, ['City 7', null, null]);
    assert.match(plan, /"access_type": "eq_ref"/);
  });
});
