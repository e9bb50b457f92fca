import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ValueSource } from '@inlay/protocol/narrative';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import { createLocale } from '../src/format/create-locale.ts';
import { readValue } from '../src/format/read-value.ts';
import { writeValue } from '../src/format/write-value.ts';

const english = createLocale({ language: 'en', currency: 'EUR' });
const previous = { name: 'revenue:previous', comparisonOf: 'revenue' };

/** Revenue by region; the last row combines the rest. */
const result = (revenue: readonly Cell[] = [300, 500, 200, 500, null, 900]): QueryResult => ({
  columns: [
    {
      name: 'region',
      label: 'Region',
      type: 'string',
      role: 'dimension',
      values: ['North', 'South', 'East', 'West', 'Nowhere', null],
      others: [5],
    },
    { name: 'revenue', label: 'Revenue', type: 'decimal', role: 'measure', values: revenue },
    { ...previous, label: 'Before', type: 'decimal', role: 'measure', values: [500, 400, 300, 200, 100, 0] },
    { name: 'orders', label: 'Orders', type: 'integer', role: 'measure', values: [9, 8, 7, 6, 5, 4] },
  ],
  rowCount: 6,
  truncated: false,
  totals: { revenue: 2000, 'revenue:previous': 0, orders: null },
});

const read = (source: Partial<ValueSource>, given = result(), variables = {}) =>
  readValue({ tile: 'regions', column: 'revenue', ...source }, given, variables)?.cell;

describe('readValue', () => {
  it('finds the best and the worst member; the first of equals wins, Other and empty values never do', () => {
    assert.equal(read({ column: 'region', row: 'highest', by: 'revenue' }), 'South');
    assert.equal(read({ column: 'region', row: 'lowest', by: 'revenue' }), 'East');
    assert.equal(read({ row: 'highest' }), 500);
    assert.equal(read({ column: 'region', row: 'highest' }), 'South', 'by the first measure');
    assert.equal(read({ column: 'region', row: 'lowest', by: 'orders' }), 'Nowhere');
    assert.equal(read({ column: 'orders', row: 'highest', by: 'revenue:previous' }), 9);
  });

  it('finds no best member where no row has a value, or the measure is missing', () => {
    assert.equal(read({ row: 'highest' }, result([null, null, null, null, null, 5])), undefined);
    assert.equal(read({ row: 'highest', by: 'profit' }), undefined);
  });

  it('finds the row of a member, also one that a variable of the host page names', () => {
    assert.equal(read({ where: { column: 'region', value: 'East' } }), 200);
    const where = { column: 'region', value: '{{ variables.region }}' };
    assert.equal(read({ where }, result(), { region: 'West' }), 500);
    for (const region of [undefined, null, '', 'Atlantis'])
      assert.equal(read({ where }, result(), { region }), undefined);
    assert.equal(read({ where: { column: 'country', value: 'East' } }), undefined);
  });

  it('divides by the total for a share', () => {
    assert.equal(read({ where: { column: 'region', value: 'North' }, show: 'share' }), 0.15);
    assert.equal(read({ row: 'highest', show: 'share' }), 0.25);
    assert.equal(read({ column: 'revenue:previous', show: 'share' }), null, 'the total is zero');
    assert.equal(read({ column: 'orders', show: 'share' }), null, 'the total is unknown');
    const { totals: _, ...plain } = result();
    assert.equal(read({ show: 'share' }, plain), null);
  });

  it('ranks members, with the same rank for equal values and none for Other', () => {
    const rank = (value: string) => read({ where: { column: 'region', value }, show: 'rank' });
    assert.deepEqual(['North', 'South', 'East', 'West', 'Nowhere'].map(rank), [3, 1, 4, 1, null]);
    assert.equal(read({ row: 'last', show: 'rank' }), null);
    const byOrders = { column: 'region', row: 'last', show: 'rank', by: 'orders' } as const;
    assert.equal(read({ ...byOrders, where: { column: 'region', value: 'West' } }), 4);
  });

  it('counts members', () => {
    assert.equal(read({ column: 'region', show: 'count' }), 5);
  });

  it('has a count of zero and nothing else without rows', () => {
    const empty: QueryResult = {
      ...result(),
      columns: result().columns.map(({ others: _, ...column }) => ({ ...column, values: [] })),
      rowCount: 0,
      totals: { revenue: 0 },
    };
    assert.equal(read({ show: 'count' }, empty), 0);
    for (const row of ['first', 'last', 'total', 'highest', 'lowest'] as const)
      assert.equal(read({ row }, empty), undefined, row);
    assert.equal(read({ show: 'share' }, empty), undefined);
  });

  it('is written as a percentage for a share, and as a whole number for a rank and a count', () => {
    const write = (source: Partial<ValueSource>) =>
      writeValue({ tile: 'regions', column: 'revenue', ...source }, result(), undefined, english);
    assert.equal(write({ row: 'highest', show: 'share' }), '25%');
    assert.equal(write({ row: 'highest', show: 'rank' }), '1');
    assert.equal(write({ show: 'count' }), '5');
    assert.equal(write({ column: 'orders', show: 'share' }), '–');
    assert.equal(write({ where: { column: 'region', value: 'Atlantis' } }), '–');
  });
});
