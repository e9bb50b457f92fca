import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { ChosenValue } from '@inlay/protocol/frame-messages';
import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { compileRows } from '../../../src/platform/query/compile/compile-rows.ts';
import { MaskedColumnError } from '../../../src/platform/query/errors/masked-column-error.ts';
import { guard, guardRows } from '../../../src/platform/query/guard/guard.ts';
import { modelOf } from '../../../src/platform/query/model/model.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { planRows, type RowsQuery } from '../../../src/platform/query/plan/plan-rows.ts';
import { toResult } from '../../../src/platform/query/result/to-result.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import { openOrders } from '../../platform/query/support/orders.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

const reader = createContextReader(viewer);
const columns = ['id', 'region', 'amount', 'quantity', 'score', 'active', 'day', 'created', 'local'];

async function resultOf(engine: TestEngine, spec: QuerySpec, calendar: ViewerCalendar): Promise<QueryResult> {
  const plan = planQuery(spec, openOrders, calendar, 0);
  const statement = compile(guard(plan, reader), dialectNamed(engine.name));
  return toResult(plan, await engine.answer(statement, plan));
}

async function rowsOf(engine: TestEngine, rows: RowsQuery, calendar: ViewerCalendar) {
  const planned = planRows(rows, modelOf(openOrders), calendar, 0);
  const statements = compileRows(guardRows(planned, reader), dialectNamed(engine.name));
  const [measure] = planned.plan.measures;
  assert.ok(measure);
  // The cells have the types of the columns.
  const typed = { ...planned.plan, measures: planned.columns.map(({ type }) => ({ ...measure, type })) };
  const found = await engine.answer(statements.rows, typed);
  const count = await engine.answer(statements.count, typed);
  assert.equal(count.columns[0]?.values[0], found.rowCount);
  return Array.from({ length: found.rowCount }, (_, row) => found.columns.map(({ values }) => values[row]));
}

/** Each has a mark for every row of its result, whose rows must add up to its values. */
const queries: Readonly<Record<string, QuerySpec>> = {
  'text with empty, missing and similar values': { dimensions: [{ column: 'region' }], measures: [] },
  'booleans and dates': {
    dimensions: [{ column: 'active' }, { column: 'day', grain: 'quarter' }],
    measures: [],
  },
  'days of a zone with summer time': { dimensions: [{ column: 'created', grain: 'day' }], measures: [] },
  'hours of a zone with summer time': { dimensions: [{ column: 'created', grain: 'hour' }], measures: [] },
  'months of a clock in another zone': { dimensions: [{ column: 'local', grain: 'month' }], measures: [] },
  'fiscal years': { dimensions: [{ column: 'created', grain: 'fiscal-year' }], measures: [] },
  'weeks and filters': {
    dimensions: [{ column: 'day', grain: 'week' }],
    measures: [],
    filters: [{ column: 'quantity', operator: 'greater', value: 3 }],
  },
  'top values and others': {
    dimensions: [{ column: 'region' }],
    measures: [],
    top: { dimension: 'region', by: 'units', count: 3, others: true },
  },
};

describe('rows behind marks', () => {
  const engines = useEngines();
  const calendar = { ...zurich, fiscalYearStart: 4 };

  for (const [name, query] of Object.entries(queries))
    test(`${name}: add up to the values of their mark on every engine`, async () => {
      for (const engine of engines) {
        const spec = { ...query, measures: ['units', 'orders', 'scored'], limit: 1000 };
        const result = await resultOf(engine, spec, calendar);
        const column = (wanted: string) => result.columns.find((each) => each.name === wanted)?.values ?? [];
        const dimensions = result.columns.filter(({ role }) => role === 'dimension');
        assert.ok(result.rowCount > 1);
        // Every third, since each is a statement.
        for (let row = 0; row < result.rowCount; row += result.rowCount > 20 ? 9 : 1) {
          const mark = Object.fromEntries(
            dimensions.map(({ name: dimension, values, others = [] }): [string, ChosenValue] => [
              dimension,
              others.includes(row)
                ? { notIn: values.filter((_, index) => !others.includes(index)) }
                : ((values[row] ?? null) as Exclude<Cell, bigint>),
            ]),
          );
          const where = `${engine.name} ${JSON.stringify(mark)}`;
          const asked = { query: spec, columns, mark };
          const units = await rowsOf(engine, { ...asked, measure: 'units' }, calendar);
          assert.equal(units.length, Number(column('orders')[row]), where);
          const sum = units.reduce((all, cells) => all + Number(cells[3]), 0);
          assert.equal(sum, Number(column('units')[row]), where);
          const scored = await rowsOf(engine, { ...asked, measure: 'scored' }, calendar);
          assert.equal(scored.length, Number(column('scored')[row]), where);
        }
      }
    });

  test('rows of a compared period add up to its value on every engine', async () => {
    const query: QuerySpec = {
      dimensions: [{ column: 'created', grain: 'month' }],
      measures: ['units'],
      comparison: { column: 'created', with: 'previous-year' },
      filters: [{ column: 'created', operator: 'between', from: '2026-01-01', to: '2026-06-30' }],
    };
    for (const engine of engines) {
      const result = await resultOf(engine, query, calendar);
      const [months, ...measures] = result.columns;
      for (const { name: measure, values } of measures)
        for (const [row, month] of (months?.values ?? []).entries()) {
          const rows = await rowsOf(
            engine,
            { query, columns, mark: { created: month as string }, measure },
            calendar,
          );
          const sum = rows.reduce((all, cells) => all + Number(cells[3]), 0);
          assert.equal(sum, Number(values[row] ?? 0), `${engine.name} ${measure} ${month}`);
        }
    }
  });

  test('rows are in the requested order, then in that of their columns', async () => {
    for (const engine of engines) {
      const sort = { by: 'quantity', direction: 'desc' } as const;
      const rows = await rowsOf(
        engine,
        { query: { dimensions: [], measures: ['orders'] }, columns: ['quantity', 'day'], mark: {}, sort },
        calendar,
      );
      const keys = rows.map(([quantity, day]) => [-Number(quantity), String(day)] as const);
      const sorted = keys.toSorted((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0));
      assert.deepEqual(keys, sorted, engine.name);
    }
  });

  test('masked columns take no part in conditions and order', () => {
    const masked: Dataset = {
      ...openOrders,
      columns: openOrders.columns.map((column) =>
        column.name === 'score' ? { ...column, access: [{ show: 'hash' }] } : column,
      ),
    };
    const rows = (more: Partial<RowsQuery>) =>
      guardRows(
        planRows(
          {
            query: { dimensions: [{ column: 'region' }], measures: ['orders'] },
            columns: ['score', 'quantity'],
            mark: {},
            ...more,
          },
          modelOf(masked),
          calendar,
          0,
        ),
        reader,
      );
    const { sql } = compileRows(rows({}), dialectNamed('duckdb')).rows;
    assert.match(sql, /"score".*FROM/s);
    assert.doesNotMatch(sql, /FROM.*"score"/s);
    const refused: readonly Partial<RowsQuery>[] = [
      { sort: { by: 'score', direction: 'asc' } },
      { query: { dimensions: [{ column: 'score' }], measures: ['orders'] } },
      { query: { dimensions: [], measures: ['scored'] } },
      { query: { dimensions: [], measures: ['orders', 'average score'] } },
      {
        query: {
          dimensions: [],
          measures: ['orders'],
          filters: [{ column: 'score', operator: 'greater', value: 1 }],
        },
      },
    ];
    for (const more of refused) assert.throws(() => rows(more), MaskedColumnError, JSON.stringify(more));
  });
});
