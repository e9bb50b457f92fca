import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import type { Cell } from '@inlay/protocol/result';
import { markPoints } from '../src/tile/mark-points.ts';

const columns = (product: readonly Cell[], revenue: readonly Cell[] = product.map(() => 1)) =>
  [
    { name: 'product', role: 'dimension', values: product },
    { name: 'revenue', role: 'measure', values: revenue },
  ] as const;
const dimension = { name: 'product', label: 'Product' };
const shop: MarkRows = { dimension, columns: columns(['Ale', null, '(none)', 'Other'], [4, 3, 2, 1]) };

test('a mark of one row: has its raw values and its own filter value, even if missing', () => {
  const { pointOf } = markPoints(shop);
  const of = (row: number) => pointOf([row]);
  assert.deepEqual(of(0)?.values, { product: 'Ale', revenue: 4 });
  assert.deepEqual(of(0)?.dimension, dimension);
  assert.equal(of(0)?.rows, undefined);
  assert.deepEqual(
    [0, 1, 2, 3].map((row) => of(row)?.value),
    ['Ale', null, '(none)', 'Other'],
  );
});

test('a mark without rows, or with rows that the chart does not contain: has no point', () => {
  assert.equal(markPoints(shop).pointOf([]), undefined);
  assert.equal(markPoints(shop).pointOf([7]), undefined);
});

test('several rows: are listed, with their common values and the values that select them', () => {
  const point = markPoints({ dimension, columns: columns(['a', 'b', 'c'], [5, 5, 1]) }).pointOf([0, 1]);
  assert.deepEqual(point?.rows, [
    { product: 'a', revenue: 5 },
    { product: 'b', revenue: 5 },
  ]);
  assert.deepEqual(point?.values, { product: null, revenue: 5 });
  assert.deepEqual(point?.value, { in: ['a', 'b'] });
});

test('several rows of the same value: filter by that value', () => {
  const point = markPoints({ dimension, columns: columns(['a', 'a', 'b']) }).pointOf([0, 1]);
  assert.equal(point?.value, 'a');
});

test('the "Other" row: filters by excluding all other values', () => {
  const data: MarkRows = { dimension: { ...dimension, others: [2] }, columns: columns(['a', 'b', null]) };
  assert.deepEqual(markPoints(data).pointOf([2])?.value, { notIn: ['a', 'b'] });
  assert.deepEqual(markPoints(data).pointOf([1, 2])?.value, { notIn: ['a'] });
  assert.equal(markPoints({ ...data, partial: true }).pointOf([2])?.value, undefined);
});

test('more values than a filter accepts: filter by excluding the others', () => {
  const names = Array.from({ length: 1007 }, (_, index) => `n${index}`);
  const other = names.map((_, index) => index).slice(6);
  const point = markPoints({ dimension, columns: columns(names) }).pointOf(other);
  assert.deepEqual(point?.value, { notIn: names.slice(0, 6) });
});

test('several periods: cannot be a filter; one can, with its grain', () => {
  const data: MarkRows = {
    dimension: { name: 'product', label: 'Month', grain: 'month' },
    columns: columns(['2025-01-01', '2025-02-01']),
  };
  assert.equal(markPoints(data).pointOf([0, 1])?.value, undefined);
  assert.equal(markPoints(data).pointOf([1])?.value, '2025-02-01');
  assert.equal(markPoints(data).pointOf([1])?.dimension.grain, 'month');
});

test('rows of a long result: are found by their index in it', () => {
  const data: MarkRows = { dimension, columns: columns(['a', 'b', 'c']), rows: [4, [90, 91]], partial: true };
  assert.equal(markPoints(data).pointOf([91])?.values.product, 'c');
  assert.equal(markPoints(data).pointOf([5]), undefined);
});

test('a mark: has the same identity after another query, with another position and value', () => {
  const before = markPoints({ dimension, columns: columns(['a', null], [1, 2]) });
  const after = markPoints({ dimension, columns: columns([null, '(none)', 'a'], [7, 8, 9]) });
  assert.equal(after.identityOf([2]), before.identityOf([0]));
  assert.equal(after.identityOf([0]), before.pointOf([1])?.identity);
  assert.notEqual(after.identityOf([1]), before.identityOf([1]));
});
