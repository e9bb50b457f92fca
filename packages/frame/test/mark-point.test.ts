import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import type { Cell } from '@inlay/protocol/result';
import { markPoint } from '../src/click/mark-point.ts';
import { markIdentity } from '../src/tile/mark-identity.ts';

const columns = (product: readonly Cell[], revenue: readonly Cell[] = product.map(() => 1)) =>
  [
    { name: 'product', role: 'dimension', values: product },
    { name: 'revenue', role: 'measure', values: revenue },
  ] as const;
const dimension = { name: 'product', label: 'Product' };
const shop: MarkRows = { dimension, columns: columns(['Ale', null, '(none)', 'Other'], [4, 3, 2, 1]) };

test('a mark of one row: has its raw values and its own filter value, even if missing', () => {
  const of = (row: number) => markPoint(shop, [row]);
  assert.deepEqual(of(0)?.values, { product: 'Ale', revenue: 4 });
  assert.deepEqual(of(0)?.dimension, dimension);
  assert.equal(of(0)?.rows, undefined);
  assert.deepEqual(
    [0, 1, 2, 3].map((row) => of(row)?.value),
    ['Ale', null, '(none)', 'Other'],
  );
});

test('a mark without rows, or with rows that the chart does not contain: has no point', () => {
  assert.equal(markPoint(shop, []), undefined);
  assert.equal(markPoint(shop, [7]), undefined);
});

test('several rows: are listed, with their common values and the values that select them', () => {
  const point = markPoint({ dimension, columns: columns(['a', 'b', 'c'], [5, 5, 1]) }, [0, 1]);
  assert.deepEqual(point?.rows, [
    { product: 'a', revenue: 5 },
    { product: 'b', revenue: 5 },
  ]);
  assert.deepEqual(point?.values, { product: null, revenue: 5 });
  assert.deepEqual(point?.value, { in: ['a', 'b'] });
});

test('several rows of the same value: filter by that value', () => {
  const point = markPoint({ dimension, columns: columns(['a', 'a', 'b']) }, [0, 1]);
  assert.equal(point?.value, 'a');
});

test('the "Other" row: filters by excluding all other values', () => {
  const data: MarkRows = { dimension: { ...dimension, others: [2] }, columns: columns(['a', 'b', null]) };
  assert.deepEqual(markPoint(data, [2])?.value, { notIn: ['a', 'b'] });
  assert.deepEqual(markPoint(data, [1, 2])?.value, { notIn: ['a'] });
  assert.equal(markPoint({ ...data, partial: true }, [2])?.value, undefined);
});

test('more values than a filter accepts: filter by excluding the others', () => {
  const names = Array.from({ length: 1007 }, (_, index) => `n${index}`);
  const other = names.map((_, index) => index).slice(6);
  const point = markPoint({ dimension, columns: columns(names) }, other);
  assert.deepEqual(point?.value, { notIn: names.slice(0, 6) });
});

test('several periods: filter by each of them, with their grain', () => {
  const data: MarkRows = {
    dimension: { name: 'product', label: 'Month', grain: 'month' },
    columns: columns(['2025-01-01', '2025-02-01']),
  };
  const value = { in: ['2025-01-01', '2025-02-01'] };
  const filter = { name: 'product', label: 'Month', grain: 'month', value };
  assert.deepEqual(markPoint(data, [0, 1])?.value, value);
  assert.deepEqual(markPoint(data, [0, 1])?.filters, [filter]);
  assert.equal(markPoint(data, [1])?.value, '2025-02-01');
  assert.equal(markPoint(data, [1])?.dimension.grain, 'month');
});

test('rows of a long result: are found by their index in it', () => {
  const data: MarkRows = { dimension, columns: columns(['a', 'b', 'c']), rows: [4, [90, 91]], partial: true };
  assert.equal(markPoint(data, [91])?.values.product, 'c');
  assert.equal(markPoint(data, [5]), undefined);
});

test('a mark: has the same identity after another query, with another position and value', () => {
  const data: MarkRows = { dimension, columns: columns(['a', null], [1, 2]) };
  const before = markIdentity(data);
  const after = markIdentity({ dimension, columns: columns([null, '(none)', 'a'], [7, 8, 9]) });
  assert.equal(after([2]), before([0]));
  assert.equal(after([0]), markPoint(data, [1])?.identity);
  assert.notEqual(after([1]), before([1]));
});

/** Products by region: the second dimension is that of the series. */
const split: MarkRows = {
  dimension,
  split: 'region',
  columns: [
    { name: 'product', role: 'dimension', values: ['a', 'a', '', null] },
    { name: 'region', role: 'dimension', label: 'Region', values: ['north', null, 'north', null] },
    { name: 'revenue', role: 'measure', values: [1, 2, 3, 4] },
  ],
};
const filtersOf = (data: MarkRows, rows: readonly number[]) =>
  markPoint(data, rows)?.filters?.map(({ name, value }) => [name, value]);

test('a mark of a chart by two dimensions: filters by both', () => {
  assert.deepEqual(markPoint(split, [0])?.filters, [
    { name: 'product', label: 'Product', value: 'a' },
    { name: 'region', label: 'Region', value: 'north' },
  ]);
  assert.equal(markPoint(split, [0])?.isSplit, true);
  assert.deepEqual(filtersOf(split, [2]), [
    ['product', ''],
    ['region', 'north'],
  ]);
  assert.deepEqual(filtersOf(split, [3]), [
    ['product', null],
    ['region', null],
  ]);
});

test('several rows by two dimensions: filter only if no other row has their values', () => {
  assert.deepEqual(filtersOf(split, [0, 2]), [
    ['product', { in: ['a', ''] }],
    ['region', 'north'],
  ]);
  // The product "a" without a region would match too.
  assert.equal(filtersOf(split, [0, 3]), undefined);
});

test('"Other" of the second dimension: excludes its top values', () => {
  const [product, , revenue] = split.columns;
  assert.ok(product && revenue);
  const region = {
    ...{ name: 'region', label: 'Region', role: 'dimension' as const, others: [1, 3] },
    values: ['north', null, 'north', null],
  };
  const data = { ...split, columns: [product, region, revenue] };
  assert.deepEqual(filtersOf(data, [1]), [
    ['product', 'a'],
    ['region', { notIn: ['north'] }],
  ]);
});

test('a text that is longer than a filter takes: is no filter', () => {
  const data: MarkRows = { dimension, columns: columns(['x'.repeat(4096), 'x'.repeat(4097)]) };
  assert.equal(filtersOf(data, [0])?.length, 1);
  assert.equal(markPoint(data, [1])?.value, undefined);
  assert.equal(filtersOf(data, [1]), undefined);
});

test('a group of more rows than a filter takes: filters by the value of the group', () => {
  const ids = Array.from({ length: 1500 }, (_, index) => index);
  const data: MarkRows = {
    dimension,
    columns: [
      { name: 'product', role: 'dimension', values: ids.map((id) => (id < 1400 ? 'a' : 'b')) },
      { name: 'id', role: 'dimension', label: 'Id', values: ids },
    ],
    partial: true,
  };
  assert.deepEqual(filtersOf(data, ids.slice(0, 1400)), [['product', 'a']]);
});
