import assert from 'node:assert/strict';
import test, { before, describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { Cell } from '@inlay/protocol/result';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compileRows } from '../../../src/platform/query/compile/compile-rows.ts';
import {
  computedColumn,
  withComputedColumns,
} from '../../../src/platform/query/expression/computed-columns.ts';
import { FUNCTIONS } from '../../../src/platform/query/expression/functions.ts';
import { typeExpression } from '../../../src/platform/query/expression/type-expression.ts';
import { guardRows } from '../../../src/platform/query/guard/guard.ts';
import { modelOf } from '../../../src/platform/query/model/model.ts';
import { planRows } from '../../../src/platform/query/plan/plan-rows.ts';
import type { ValueType } from '../../../src/platform/query/text/value-types.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { arbitraryExpression, makeRandom } from '../../platform/query/support/arbitrary-expression.ts';
import { everyOperation } from '../../platform/query/support/every-operation.ts';
import { createOddValues, oddColumns, oddRows } from '../../platform/query/support/odd-values.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

const calendar = { timeZone: 'Europe/Zurich', weekStart: 1, fiscalYearStart: 1 } as const;
const types: readonly ValueType[] = ['integer', 'decimal', 'number', 'string', 'boolean', 'date', 'datetime'];
const viewer = { username: 'ann', workspaceId: 'none', roles: [] };
const perQuery = 8;
/** More for `npm run test:engines`, and as many as INLAY_TEST_EXPRESSION_QUERIES says. */
const queries = Number(
  process.env.INLAY_TEST_EXPRESSION_QUERIES ?? (process.env.INLAY_TEST_ENGINES === undefined ? 20 : 40),
);
const byName = new Map(oddColumns.map((column) => [column.name, column]));

/** How far two engines may be apart with decimals and floating-point numbers (docs/reference/expressions.md). */
const tolerance = 1e-9;

describe('expressions', () => {
  const engines = useEngines('nothing');
  before(async () => {
    for (const engine of engines) for (const sql of createOddValues(engine.name)) await engine.execute(sql);
  });

  test('every operator and function has the same values on every engine', async () => {
    for (const name of Object.keys(FUNCTIONS))
      assert.ok(
        everyOperation.some((expression) => expression.includes(`${name}(`)),
        `no expression has ${name}`,
      );
    for (let at = 0; at < everyOperation.length; at += perQuery)
      assert.deepEqual(await compare(everyOperation.slice(at, at + perQuery)), []);
  });

  test(`${queries * perQuery} random expressions have the same values on every engine, or overflow`, async () => {
    let overflows = 0;
    for (let query = 0; query < queries; query += 1)
      overflows += (await compare(makeExpressions(query))).length;
    assert.ok(overflows < (queries * perQuery * engines.length) / 10, `${overflows} overflows`);
  });

  test('an integer that does not fit into 64 bits is an error, and wraps around on ClickHouse', async () => {
    for (const engine of engines)
      for (const expression of ['big + 1', 'big - 1', 'big * 2', '-big', 'big + big']) {
        const values = await valuesOn(engine, [expression]);
        if (engine.name === 'clickhouse') assert.notEqual(values, 'overflow', expression);
        else assert.equal(values, 'overflow', `${engine.name}: ${expression}`);
      }
  });

  test('a number that is no integer of 64 bits cannot be rounded to one', async () => {
    for (const engine of engines)
      for (const name of ['round', 'floor', 'ceil', 'to_integer'])
        assert.equal(await valuesOn(engine, [`${name}(ratio * 10000000000000000)`]), 'overflow', engine.name);
  });

  /** The expressions that overflow on an engine; all others have the same values on all of them. */
  async function compare(expressions: readonly string[]): Promise<readonly string[]> {
    const dataset = datasetWith(expressions);
    const exact = oddRows.map((row) => withComputedColumns(dataset, row, calendar));
    const overflows: string[] = [];
    const reference: (readonly Cell[] | undefined)[] = expressions.map((_, index) => {
      const name = nameOf(index);
      return computedColumn(dataset, name)?.isExact ? exact.map((row) => row[name] ?? null) : undefined;
    });
    for (const engine of engines)
      for (const [index, values] of (await valuesOfEach(engine, expressions)).entries()) {
        const expression = expressions[index] ?? '';
        if (values === 'overflow') overflows.push(`${engine.name}: ${expression}`);
        else {
          reference[index] ??= values;
          assertSame(values, reference[index], engine, expression);
        }
      }
    return overflows;
  }

  /** At once, or one by one if one of them fails. */
  async function valuesOfEach(
    engine: TestEngine,
    expressions: readonly string[],
  ): Promise<readonly (readonly Cell[] | 'overflow')[]> {
    const all = await valuesOn(engine, expressions);
    if (all !== 'overflow') return all;
    const each: (readonly Cell[] | 'overflow')[] = [];
    for (const expression of expressions) {
      const values = await valuesOn(engine, [expression]);
      each.push(values === 'overflow' ? values : (values[0] ?? []));
    }
    return each;
  }
});

/** The values of each expression. Several are said to overflow whatever the failure is. */
async function valuesOn(
  engine: TestEngine,
  expressions: readonly string[],
): Promise<readonly (readonly Cell[])[] | 'overflow'> {
  const columns = ['id', ...expressions.map((_, index) => nameOf(index))];
  const query = { dimensions: [], measures: ['rows'] };
  const sort = { by: 'id', direction: 'asc' } as const;
  const plan = planRows({ query, columns, mark: {}, sort }, modelOf(datasetWith(expressions)), calendar, 0);
  const { rows } = compileRows(guardRows(plan, createContextReader(viewer)), dialectNamed(engine.name));
  try {
    const result = await engine.answer(rows, plan);
    return result.columns.slice(1).map(({ values }) => values);
  } catch (error) {
    if (isOverflow(error) || expressions.length > 1) return 'overflow';
    assert.fail(`${engine.name} fails: ${expressions}\n${error}\n${rows.sql}`);
  }
}

/** As the drivers of these tests report it. */
const isOverflow = (error: unknown) =>
  error instanceof Error &&
  (/out of range/i.test(error.message) || ('code' in error && error.code === 'OVERFLOW'));

function assertSame(
  actual: readonly Cell[],
  expected: readonly Cell[],
  { name }: TestEngine,
  expression: string,
): void {
  actual.forEach((cell, at) => {
    const other = expected[at] ?? null;
    const where = `${name}: ${expression}\n${cell} instead of ${other}\n${JSON.stringify(oddRows[at])}`;
    assert.ok(isSame(cell, other, typeExpression(expression, byName).isExact), where);
  });
}

function isSame(one: Cell, other: Cell, isExact: boolean): boolean {
  if (one === null || other === null || isExact || typeof one === 'boolean')
    return String(one) === String(other);
  const [a, b] = [Number(one), Number(other)];
  if (Number.isNaN(a) || Number.isNaN(b)) return one === other;
  return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
}

function makeExpressions(seed: number): readonly string[] {
  const random = makeRandom(seed * 7919 + 1);
  const usable = oddColumns.filter(({ name }) => name !== 'id' && name !== 'big');
  const made: string[] = [];
  while (made.length < perQuery) {
    const type = types[random(types.length)] ?? 'integer';
    const expression = arbitraryExpression(type, usable, random, 2 + random(3));
    if (isShort(expression)) made.push(expression);
  }
  return made;
}

function isShort(expression: string): boolean {
  try {
    typeExpression(expression, byName);
    return true;
  } catch (error) {
    assert.match(String(error), /more than/, expression);
    return false;
  }
}

const nameOf = (index: number) => `computed ${index}`;

function datasetWith(expressions: readonly string[]): Dataset {
  const computed = expressions.map((expression, index) => ({
    name: nameOf(index),
    type: typeExpression(expression, byName).type,
    expression,
  }));
  return {
    id: 'odd',
    version: 1,
    source: { kind: 'table', table: 'odd' },
    segmented: false,
    columns: [...oddColumns, ...computed],
    measures: [{ name: 'rows', kind: 'count' }],
  };
}
