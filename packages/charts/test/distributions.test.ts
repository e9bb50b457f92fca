import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { quantile } from '../src/data/quantile.ts';
import { boxOf } from '../src/kinds/box-plot/read-groups.ts';
import { binEdges, readBins } from '../src/kinds/histogram/read-bins.ts';

const ascending = (values: readonly number[]) => [...values].sort((one, other) => one - other);
const rowsOf = (values: readonly number[]) =>
  values.map((value, row) => ({ row, value })).sort((one, other) => one.value - other.value);

describe('A quantile', () => {
  it('is interpolated as in R (type 7) and Excel', () => {
    // quantile(c(1, 3, 4, 8, 15, 16), c(0.25, 0.5, 0.75)) in R.
    const values = [1, 3, 4, 8, 15, 16];
    assert.deepEqual(
      [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(values, share)),
      [1, 3.25, 6, 13.25, 16],
    );
    assert.equal(quantile([7], 0.25), 7);
  });
});

describe('The bins of a histogram', () => {
  const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 });
  const integers = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 200 });
  const most = fc.integer({ min: 1, max: 100 });

  it('contain each row once, and there are no more bins than fit', () => {
    fc.assert(
      fc.property(fc.oneof(numbers, integers), most, (values, room) => {
        const whole = values.every(Number.isInteger);
        const bins = readBins(rowsOf(values), { whole, most: room });
        assert.ok(bins.length <= Math.max(3, room + 2), `${bins.length} bins in the room of ${room}`);
        assert.deepEqual(
          ascending(bins.flatMap(({ rows }) => rows)),
          values.map((_, row) => row),
        );
        for (const { from, to, rows } of bins)
          for (const row of rows) {
            const value = values[row] as number;
            const margin = (to - from) * 1e-6;
            assert.ok(
              value >= from - margin && value <= to + margin,
              `${value} is not from ${from} to ${to}`,
            );
          }
      }),
    );
  });

  it('never split an integer', () => {
    fc.assert(
      fc.property(integers, most, (values, room) => {
        const edges = binEdges(ascending(values), { whole: true, most: room });
        const widths = edges.slice(1).map((edge, index) => edge - (edges[index] as number));
        assert.deepEqual([...new Set(widths.map((width) => width % 1))], [0]);
      }),
    );
    assert.deepEqual(binEdges([1, 2, 2, 3, 4], { whole: true, most: 50 }), [0.5, 1.5, 2.5, 3.5, 4.5]);
    assert.deepEqual(binEdges([0, 7, 12, 20], { whole: true, most: 50, wanted: 5 }), [0, 5, 10, 15, 20, 25]);
  });

  it('have round edges and are about as many as requested', () => {
    const values = Array.from({ length: 100 }, (_, index) => index / 7);
    assert.deepEqual(
      binEdges(values, { whole: false, most: 80, wanted: 5 }).map((edge) => edge % 2.5),
      [0, 0, 0, 0, 0, 0, 0],
    );
    assert.ok(binEdges(values, { whole: false, most: 80, wanted: 60 }).length > 50);
  });

  it('cover values that are all equal', () => {
    assert.deepEqual(binEdges([5, 5], { whole: true, most: 50 }), [3.5, 4.5, 5.5, 6.5]);
    assert.deepEqual(binEdges([0], { whole: false, most: 50 }), [-1.5, -0.5, 0.5, 1.5]);
  });
});

describe('A box plot', () => {
  it('has whiskers to the last values within one and a half box lengths, and outliers beyond', () => {
    const box = boxOf(rowsOf([10, 11, 12, 13, 14, 15, 16, 17, 18, 50]));
    assert.deepEqual(
      { ...box, outliers: box?.outliers.map(({ row }) => row) },
      { low: 10, lower: 12.25, middle: 14.5, upper: 16.75, high: 18, outliers: [9] },
    );
  });

  it('requires five values', () => {
    assert.equal(boxOf(rowsOf([1, 2, 3, 4])), undefined);
    assert.equal(boxOf(rowsOf([1, 2, 3, 4, 5]))?.middle, 3);
  });
});
