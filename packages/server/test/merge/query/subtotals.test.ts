import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import { pivotQuery } from '@inlay/charts/kinds/pivot-table/pivot-query';
import { pathOf, readPivot } from '@inlay/charts/kinds/pivot-table/read-pivot';
import type { Dataset } from '@inlay/protocol/dataset';
import type { Dimension, QuerySpec } from '@inlay/protocol/query';
import type { Cell, QueryResult, Subtotal } from '@inlay/protocol/result';
import fc from 'fast-check';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { deniedResult, guard, guardedSummaries, isDenied } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { toResult } from '../../../src/platform/query/result/to-result.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import {
  arbitraryDataset,
  arbitraryFilters,
  arbitraryViewer,
} from '../../platform/query/support/arbitrary-rules.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import { type OrderRow, openOrders, orderRows, orders } from '../../platform/query/support/orders.ts';
import { isVisible, type Viewer } from '../../platform/query/support/row-oracle.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

const everyone: Viewer = { context: viewer, lost: [] };

async function run(
  engine: TestEngine,
  spec: QuerySpec,
  dataset: Dataset = openOrders,
  { context, lost }: Viewer = everyone,
): Promise<QueryResult> {
  const plan = planQuery(spec, dataset, zurich, 0);
  const guarded = guard(plan, createContextReader(context, lost));
  const results = [];
  for (const each of [guarded, ...guardedSummaries(guarded)])
    results.push(
      isDenied(each)
        ? deniedResult(each.plan)
        : await engine.answer(compile(each, dialectNamed(engine.name)), each.plan),
    );
  const [rows, ...summaries] = results;
  assert.ok(rows);
  return toResult(plan, rows, summaries);
}

/** The rows of a result as text, in an order of their own: two engines may sort equal values differently. */
const rowsIn = ({ columns, rowCount }: Pick<Subtotal, 'columns' | 'rowCount'>) =>
  Array.from({ length: rowCount }, (_, row) =>
    JSON.stringify(columns.map(({ name, values }) => [name, values[row]])),
  ).toSorted();

const dimensions: readonly (Dimension & { readonly of: (row: OrderRow) => Cell })[] = [
  { column: 'region', of: (row) => row[1] },
  { column: 'customer', of: (row) => row[2] },
  { column: 'active', of: (row) => row[6] },
  { column: 'day', grain: 'year', of: (row) => `${row[7].slice(0, 4)}-01-01` },
];

const arbitraryPivot = fc.subarray([...dimensions], { minLength: 1 }).chain((chosen) =>
  fc.record({
    chosen: fc.constant(chosen),
    groupings: fc.array(fc.subarray(chosen), { minLength: 1, maxLength: 4 }),
  }),
);

const asked = ({ of: _, ...dimension }: (typeof dimensions)[number]): Dimension => dimension;

/** What plain JavaScript counts in some rows. */
function summed(rows: readonly OrderRow[], kept: typeof dimensions): readonly string[] {
  const groups = new Map<string, OrderRow[]>(kept.length === 0 ? [['[]', []]] : []);
  for (const row of rows) {
    const key = JSON.stringify(kept.map(({ column, of }) => [column, of(row)]));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups]
    .map(([key, group]) =>
      JSON.stringify([
        ...(JSON.parse(key) as unknown[]),
        ['orders', group.length],
        ['units', group.reduce((sum, row) => sum + row[4], 0)],
        ['customers', new Set(group.map((row) => row[2])).size],
      ]),
    )
    .toSorted();
}

/** The measures of each row by the values of its dimensions. */
function valuesByMember({ columns, rowCount }: QueryResult, dimensionCount: number) {
  return new Map(
    Array.from({ length: rowCount }, (_, row) => {
      const cells = columns.map(({ values }) => values[row] ?? null);
      return [JSON.stringify(cells.slice(0, dimensionCount)), cells.slice(dimensionCount)] as const;
    }),
  );
}

describe('subtotals', () => {
  const engines = useEngines();

  test('cover exactly the rows that the viewer sees, whatever the rules', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPivot, arbitraryDataset, arbitraryViewer, async (pivot, dataset, seenBy) => {
        const visible = orderRows.filter((row) => isVisible(row, dataset, seenBy));
        const spec: QuerySpec = {
          dimensions: pivot.chosen.map(asked),
          measures: ['orders', 'units', 'customers'],
          subtotals: pivot.groupings.map((kept) => ({ dimensions: kept.map(({ column }) => column) })),
        };
        for (const engine of engines) {
          const { subtotals = [] } = await run(engine, spec, dataset, seenBy);
          assert.equal(subtotals.length, pivot.groupings.length);
          // The sum of no rows is no value to an engine, and zero where the rules leave nothing to ask it for.
          for (const [index, subtotal] of subtotals.entries())
            if (visible.length === 0)
              assert.ok(subtotal.columns.every(({ values }) => values.every((cell) => !cell)));
            else
              assert.deepEqual(rowsIn(subtotal), summed(visible, pivot.groupings[index] ?? []), engine.name);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('equal a query with only their dimensions, including medians and ratios', async () => {
    const measures = (openOrders.measures ?? []).map(({ name }) => name);
    await fc.assert(
      fc.asyncProperty(arbitraryPivot, arbitraryFilters, async ({ chosen, groupings }, filters) => {
        const spec: QuerySpec = { dimensions: chosen.map(asked), measures, filters: [...filters] };
        const names = groupings.map((kept) => ({ dimensions: kept.map(({ column }) => column) }));
        for (const engine of engines) {
          const { subtotals = [] } = await run(engine, { ...spec, subtotals: names });
          for (const [index, kept] of groupings.entries()) {
            const alone = await run(engine, { ...spec, dimensions: kept.map(asked) });
            assert.deepEqual(rowsIn(subtotals[index] ?? assert.fail()), rowsIn(alone), engine.name);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('equal a query with only their dimensions for every cell and total of a pivot table', async () => {
    const measures = ['units', 'customers', 'average score', 'price'];
    const locale = createLocale({ language: 'en' });
    let cells = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...dimensions], { minLength: 1 }),
        fc.nat({ max: 4 }),
        async (chosen, down) => {
          const options = {
            rows: chosen.slice(0, down).map(({ column }) => column),
            columns: chosen.slice(down).map(({ column }) => column),
          };
          const spec = pivotQuery({ dimensions: chosen.map(asked), measures }, options);
          for (const engine of engines) {
            const result = await run(engine, spec);
            const table = readPivot({ query: spec, options }, result, locale);
            const lines = [...table.rows, ...(table.total === undefined ? [] : [table.total])];
            const unpivoted = new Map<string, ReadonlyMap<string, readonly Cell[]>>();
            for (const { dimensions: names } of [
              ...(spec.subtotals ?? []),
              { dimensions: chosen.map(({ column }) => column) },
            ]) {
              const kept = dimensions.filter(({ column }) => names.includes(column));
              const alone = await run(engine, { dimensions: kept.map(asked), measures, limit: 10_000 });
              unpivoted.set(names.toSorted().join(), valuesByMember(alone, kept.length));
            }
            for (const row of lines)
              for (const column of table.columns) {
                const members = new Map([
                  ...pathOf(row).map(
                    ({ value }, index) => [table.rowDimensions[index]?.name, value] as const,
                  ),
                  ...pathOf(column).map(
                    ({ value }, index) => [table.columnDimensions[index]?.name, value] as const,
                  ),
                ]);
                const names = dimensions.map(({ column: name }) => name).filter((name) => members.has(name));
                const expected = unpivoted
                  .get(names.toSorted().join())
                  ?.get(JSON.stringify(names.map((name) => members.get(name))));
                const found = measures.map((_, index) => table.cell(row, column, index));
                assert.deepEqual(found, expected ?? measures.map(() => undefined), engine.name);
                cells += 1;
              }
          }
        },
      ),
      { numRuns: 15 },
    );
    assert.ok(cells > 1000, `${cells}`);
  });

  test('include rows that the row limit or top N leaves out', async () => {
    const spec: QuerySpec = {
      dimensions: [{ column: 'customer' }, { column: 'active' }],
      measures: ['orders'],
      subtotals: [{ dimensions: ['active'] }, { dimensions: ['customer'] }, { dimensions: [] }],
      top: { dimension: 'customer', by: 'orders', count: 2 },
      limit: 3,
    };
    for (const engine of engines) {
      const { truncated, rowCount, subtotals = [] } = await run(engine, spec);
      assert.deepEqual([truncated, rowCount], [true, 3]);
      const sums = subtotals.map(({ columns }) =>
        (columns.at(-1)?.values ?? []).reduce<number>((sum, cell) => sum + Number(cell), 0),
      );
      assert.deepEqual(sums, [120, 35, 120], engine.name);
    }
  });

  test('keep the sorting of the query and fill empty buckets', async () => {
    for (const engine of engines) {
      const { subtotals = [] } = await run(engine, {
        dimensions: [{ column: 'customer' }, { column: 'day', grain: 'month', fillGaps: true }],
        measures: ['units'],
        filters: [{ column: 'day', operator: 'between', from: '2024-11-01', to: '2025-02-28' }],
        sort: [
          { by: 'units', direction: 'desc' },
          { by: 'day', direction: 'desc' },
        ],
        subtotals: [{ dimensions: ['customer'] }, { dimensions: ['day'] }],
      });
      const units = subtotals[0]?.columns[1]?.values.map(Number) ?? [];
      assert.deepEqual(
        units,
        units.toSorted((a, b) => b - a),
      );
      assert.deepEqual(subtotals[1]?.columns[0]?.values, [
        '2025-02-01',
        '2025-01-01',
        '2024-12-01',
        '2024-11-01',
      ]);
      assert.deepEqual(subtotals[1]?.columns[1]?.values.slice(2), [0, 0]);
    }
  });

  test('are empty for a viewer whose rules exclude every row', async () => {
    const denied: Viewer = { context: { ...viewer, attributes: {} }, lost: [] };
    const spec: QuerySpec = {
      dimensions: [{ column: 'region' }, { column: 'customer' }],
      measures: ['orders', 'revenue'],
      subtotals: [{ dimensions: ['region'] }, { dimensions: [] }],
    };
    for (const engine of engines) {
      const { subtotals = [] } = await run(engine, spec, orders, denied);
      assert.deepEqual(
        subtotals.map(({ columns }) => columns.map(({ values }) => values)),
        [
          [[], [], []],
          [[0], [null]],
        ],
      );
    }
  });
});

describe('a query with subtotals', () => {
  const refused = (spec: Partial<QuerySpec>, path: string, problem: RegExp) =>
    assert.throws(
      () =>
        planQuery(
          { dimensions: [{ column: 'region' }, { column: 'customer' }], measures: ['orders'], ...spec },
          openOrders,
          zurich,
          0,
        ),
      (error: { path?: string; problem?: string }) => {
        assert.equal(error.path, path);
        assert.match(error.problem ?? '', problem);
        return true;
      },
    );

  test('is refused if a subtotal refers to an unknown dimension or repeats one', () => {
    refused(
      { subtotals: [{ dimensions: [] }, { dimensions: ['region', 'day'] }] },
      '/subtotals/1/dimensions/1',
      /day is not a dimension of this query/,
    );
    refused({ subtotals: [{ dimensions: ['region', 'region'] }] }, '/subtotals/0/dimensions', /twice/);
  });

  test('is refused with more than 15 subtotals, without a measure or with a pivot', () => {
    const many = Array.from({ length: 16 }, () => ({ dimensions: [] }));
    refused({ subtotals: many }, '/subtotals', /15/);
    refused({ subtotals: [{ dimensions: [] }], measures: [] }, '/measures', /require a measure/);
    refused(
      { subtotals: [{ dimensions: [] }], pivot: { dimension: 'customer' } },
      '/subtotals',
      /cannot have subtotals/,
    );
  });
});
