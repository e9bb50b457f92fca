import assert from 'node:assert/strict';
import test, { before, describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { Cell } from '@inlay/protocol/result';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { withComputedColumns } from '../../../src/platform/query/expression/computed-columns.ts';
import { FUNCTIONS } from '../../../src/platform/query/expression/functions.ts';
import { typeExpression } from '../../../src/platform/query/expression/type-expression.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import type { ValueType } from '../../../src/platform/query/text/value-types.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { arbitraryExpression, makeRandom } from '../../platform/query/support/arbitrary-expression.ts';
import { everyOperation } from '../../platform/query/support/every-operation.ts';
import { createOddValues, oddColumns, oddRows, shortRows } from '../../platform/query/support/odd-values.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

const calendar = { timeZone: 'Europe/Zurich', weekStart: 1, fiscalYearStart: 1 } as const;
const types: readonly ValueType[] = ['integer', 'decimal', 'number', 'string', 'boolean', 'date', 'datetime'];
const viewer = { username: 'ann', workspaceId: 'none', roles: [] };
/** Dimensions of a query beside the id. */
const maxPerQuery = 19;
const perQuery = 8;
/** More for `npm run test:engines`, and as many as INLAY_TEST_EXPRESSION_QUERIES says. */
const queries = Number(
  process.env.INLAY_TEST_EXPRESSION_QUERIES ?? (process.env.INLAY_TEST_ENGINES === undefined ? 20 : 40),
);
const byName = new Map(oddColumns.map((column) => [column.name, column]));

describe('expressions', () => {
  const engines = useEngines('nothing');
  before(async () => {
    for (const engine of engines) for (const sql of createOddValues(engine.name)) await engine.execute(sql);
  });

  test('every operator and function has the same values on every engine as in JavaScript', async () => {
    for (const name of Object.keys(FUNCTIONS))
      assert.ok(
        everyOperation.some((expression) => expression.includes(`${name}(`)),
        `no expression has ${name}`,
      );
    for (let at = 0; at < everyOperation.length; at += maxPerQuery) {
      const dataset = datasetWith(everyOperation.slice(at, at + maxPerQuery));
      for (const engine of engines) await assertSame(engine, dataset);
    }
  });

  test(`${queries * perQuery} random expressions have the same values on every engine as in JavaScript`, async () => {
    for (let query = 0; query < queries; query += 1) {
      const dataset = datasetWith(makeExpressions(query));
      for (const engine of engines) await assertSame(engine, dataset);
    }
  });

  test('DuckDB computes with decimals of 64 bits as with longer ones', async () => {
    const duckdb = engines.find(({ name }) => name === 'duckdb') as (typeof engines)[number];
    const products = [
      'amount * rate',
      'amount * rate * rate',
      'amount * 1.19',
      'a * amount',
      'amount * (1 - rate)',
    ];
    for (let query = 0; query < queries; query += 1) {
      const expressions = makeExpressions(query + queries);
      const texts = products.map((product) => `to_text(${product})`);
      const dataset = datasetWith(query === 0 ? [...expressions, ...texts] : expressions);
      await assertSame(duckdb, { ...dataset, source: { kind: 'table', table: 'short' } }, shortRows);
    }
    for (let at = 0; at < everyOperation.length; at += maxPerQuery) {
      const dataset = datasetWith(everyOperation.slice(at, at + maxPerQuery));
      await assertSame(duckdb, { ...dataset, source: { kind: 'table', table: 'short' } }, shortRows);
    }
  });

  /** Reports the expression, not the query, on which an engine fails or differs. */
  async function assertSame(
    engine: (typeof engines)[number],
    dataset: Dataset,
    rows = oddRows,
  ): Promise<void> {
    const computed = dataset.columns.filter(({ expression }) => expression !== undefined);
    const spec = {
      dimensions: [{ column: 'id' }, ...computed.map(({ name }) => ({ column: name }))],
      measures: [],
      sort: [{ by: 'id', direction: 'asc' as const }],
    };
    const plan = planQuery(spec, dataset, calendar, 0);
    const statement = compile(guard(plan, createContextReader(viewer)), dialectNamed(engine.name));
    const result = await engine.answer(statement, plan).catch(async (error: unknown) => {
      if (computed.length === 1)
        assert.fail(`${engine.name} fails: ${computed[0]?.expression}\n${error}\n${statement.sql}`);
      for (const column of computed)
        await assertSame(engine, { ...dataset, columns: [...oddColumns, column] }, rows);
      throw error;
    });
    const expected = rows.map((row) => withComputedColumns(dataset, row, calendar));
    computed.forEach((column, index) => {
      const actual = result.columns[index + 1]?.values ?? [];
      rows.forEach((row, at) => {
        const [one, other] = [
          shown(actual[at] ?? null, column.type),
          shown(expected[at]?.[column.name] ?? null, column.type),
        ];
        assert.equal(one, other, `${engine.name}: ${column.expression}\n${JSON.stringify(row)}`);
      });
    });
  }
});

function makeExpressions(seed: number): readonly string[] {
  const random = makeRandom(seed * 7919 + 1);
  const made: string[] = [];
  while (made.length < perQuery) {
    const type = types[random(types.length)] ?? 'integer';
    const text = arbitraryExpression(type, oddColumns.slice(1), random, 2 + random(3));
    // All digits of a decimal, also where the test's own reading of results has fewer.
    const expression = type === 'decimal' ? `to_text(${text})` : text;
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

function datasetWith(expressions: readonly string[]): Dataset {
  const computed = expressions.map((expression, index) => ({
    name: `computed ${index}`,
    type: typeExpression(expression, byName).type,
    expression,
  }));
  return {
    id: 'odd',
    version: 1,
    source: { kind: 'table', table: 'odd' },
    segmented: false,
    columns: [...oddColumns, ...computed],
  };
}

/** Numbers to the digits that every engine prints. */
function shown(cell: Cell, type: string): string {
  if (cell === null) return 'null';
  return type === 'number' ? String(Number(Number(cell).toPrecision(12)) + 0) : String(cell);
}
