import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Measure } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { envelopeOf, overlapping } from '../../../src/platform/query/plan/day-range.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from './support/cases.ts';
import { openOrders } from './support/orders.ts';

const growthOf = (measure: string, count: number, unit: 'day' | 'month' | 'year'): Measure => ({
  name: 'growth',
  kind: 'growth',
  measure,
  date: 'day',
  offset: { count, unit },
});
const byMonth = { column: 'day', grain: 'month' } as const;
const year = { column: 'day', operator: 'between', from: '2025-01-01', to: '2025-12-31' } as const;

/** How often a statement names its table. */
function scansOf(
  engine: 'duckdb' | 'postgres',
  spec: Partial<QuerySpec>,
  measure = growthOf('quantity', 1, 'month'),
): number {
  const dataset = {
    ...openOrders,
    measures: [
      { name: 'quantity', kind: 'sum', column: 'quantity' } as const,
      ...(['median', 'distinct', 'average'] as const).map((kind) => ({
        name: kind,
        kind,
        column: 'quantity',
      })),
      measure,
    ],
  };
  const plan = planQuery({ dimensions: [], measures: ['growth'], ...spec }, dataset, zurich, 0);
  const { sql } = compile(guard(plan, createContextReader(viewer)), dialectNamed(engine));
  return sql.split('"orders"').length - 1;
}

describe('reads of the table', () => {
  it('one for growth by month, whatever other dimensions there are', () => {
    for (const engine of ['duckdb', 'postgres'] as const) {
      assert.equal(scansOf(engine, { dimensions: [byMonth] }), 1);
      const dimensions = [byMonth, { column: 'region' }];
      assert.equal(scansOf(engine, { dimensions, filters: [year], totals: true }), 1);
      assert.equal(scansOf(engine, { dimensions, pivot: { dimension: 'region' } }), 1);
    }
  });

  it('one on row stores for periods that are apart, one for each on column stores', () => {
    const measure = growthOf('quantity', 3, 'year');
    for (const dimensions of [[], [byMonth], [{ column: 'region' }]]) {
      assert.equal(scansOf('postgres', { dimensions, filters: [year] }, measure), 1);
      assert.equal(scansOf('duckdb', { dimensions, filters: [year] }, measure), 2);
    }
  });

  it('two where moved rows do not stay in the same bucket', () => {
    assert.equal(scansOf('postgres', { dimensions: [byMonth] }, growthOf('quantity', 5, 'day')), 2);
    const byWeek = { column: 'day', grain: 'week' } as const;
    assert.equal(scansOf('postgres', { dimensions: [byWeek] }), 2);
  });

  it('two for values that do not follow from those of several groups', () => {
    const byDay = { column: 'day', grain: 'day' } as const;
    const top = { dimension: 'region', by: 'growth', count: 2 };
    const byRegion = [byMonth, { column: 'region' }];
    for (const kind of ['median', 'distinct', 'average']) {
      const scans = (spec: Partial<QuerySpec>) =>
        scansOf('postgres', { filters: [year], ...spec }, growthOf(kind, 1, 'month'));
      assert.equal(scans({ dimensions: [byMonth] }), 1, kind);
      assert.equal(scans({ dimensions: [byDay] }), 2, kind);
      assert.equal(scans({ dimensions: byRegion, top }), 2, kind);
    }
  });
});

describe('ranges of days', () => {
  const [may, june, july] = [
    { from: '2025-05-01', to: '2025-06-01' },
    { from: '2025-06-01', to: '2025-07-01' },
    { from: '2025-07-01', to: '2025-08-01' },
  ];

  it('are contiguous if they touch or overlap', () => {
    assert.deepEqual(envelopeOf([june, may]), {
      range: { from: '2025-05-01', to: '2025-07-01' },
      isContiguous: true,
    });
    assert.equal(envelopeOf([july, may]).isContiguous, false);
    assert.deepEqual(envelopeOf([may, {}]), { range: {}, isContiguous: true });
  });

  it('are not contiguous if one is empty, or if only together they have no bounds', () => {
    assert.equal(envelopeOf([may, { from: '2025-06-01', to: '2025-05-01' }]).isContiguous, false);
    assert.equal(envelopeOf([{ from: '2025-05-01' }, { to: '2025-06-01' }]).isContiguous, false);
  });

  it('belong together if they overlap, not if they touch', () => {
    const ranges = [july, { from: '2025-04-10', to: '2025-05-02' }, june, may];
    assert.deepEqual(
      overlapping([0, 1, 2, 3], (index) => ranges[index] ?? {}),
      [[1, 3], [2], [0]],
    );
  });
});
