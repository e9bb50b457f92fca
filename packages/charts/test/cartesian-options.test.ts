import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { leastSquares } from '../src/data/trend-line.ts';
import { textWidth } from '../src/layout/text-width.ts';
import { axisOf, logAxis, project } from '../src/layout/value-axis.ts';
import { clippedLine } from '../src/parts/clipped-path.ts';
import { placeLabels } from '../src/parts/data-labels.ts';
import { TileChart } from '../src/tile-chart.ts';
import { type DrawnProps, dimension, measure, months, propsOf, resultOf } from './fixtures/make-fixture.ts';

const draw = (props: DrawnProps) => renderToString(h(TileChart, props));

describe('An axis with bounds', () => {
  it('uses the given bounds, with round ticks between them', () => {
    const axis = axisOf({ extent: { min: 0, max: 100 }, zero: true, bounds: { min: 33, max: 97 } }, 4);
    assert.deepEqual([axis.min, axis.max], [33, 97]);
    assert.ok(axis.ticks.every((tick) => tick >= 33 && tick <= 97 && tick % 10 === 0));
  });

  it('rounds the bound that is not given', () => {
    const axis = axisOf({ extent: { min: 3, max: 96 }, zero: true, bounds: { min: 10 } }, 4);
    assert.deepEqual([axis.min, axis.max], [10, 100]);
  });

  it('is valid even if all values lie beyond the only given bound', () => {
    for (const bounds of [{ min: 500 }, { max: -500 }]) {
      const axis = axisOf({ extent: { min: 1, max: 9 }, zero: true, bounds }, 4);
      assert.ok(axis.max > axis.min, JSON.stringify(axis));
    }
  });
});

describe('A logarithmic axis', () => {
  it('has ticks at 1, 2, 5 or powers of ten', () => {
    assert.deepEqual(logAxis({ min: 3, max: 90 }, 6).ticks, [2, 5, 10, 20, 50, 100]);
    assert.deepEqual(logAxis({ min: 1, max: 71_000 }, 5).ticks, [1, 10, 100, 1000, 10_000, 100_000]);
  });

  it('spreads equal ratios evenly', () => {
    const y = project({ min: 1, max: 1000, log: true }, 0, 300);
    assert.deepEqual([1, 10, 100, 1000].map(y).map(Math.round), [0, 100, 200, 300]);
  });

  it('covers any values above zero', () => {
    const positive = fc.double({ min: 1e-12, max: 1e15, noNaN: true });
    fc.assert(
      fc.property(positive, positive, fc.integer({ min: 2, max: 8 }), (one, other, count) => {
        const [min, max] = one < other ? [one, other] : [other, one];
        const axis = logAxis({ min, max }, count);
        assert.ok(axis.min <= min * 1.0001 && axis.max >= max * 0.9999 && axis.min < axis.max);
        assert.ok(axis.ticks.length >= 2 && axis.ticks.length <= count * 1.2 + 2, axis.ticks.join());
      }),
    );
  });
});

describe('A line outside the plot area', () => {
  it('is clipped at the edge', () => {
    const ys = [50, -50, 50];
    const d = clippedLine(
      [0, 1, 2],
      (index) => index * 100,
      (index) => ys[index] as number,
      { top: 0, bottom: 100 },
    );
    assert.equal(d, 'M0 50L50 0M150 0L200 50');
  });
});

describe('Data labels', () => {
  it('never overlap or leave the plot', () => {
    const area = { left: 0, right: 400, top: 0, bottom: 200 };
    const spot = fc.record({
      x: fc.integer({ min: 0, max: 400 }),
      y: fc.integer({ min: 0, max: 200 }),
      text: fc.stringMatching(/^[0-9]{1,7}$/),
      side: fc.constantFrom('above' as const, 'below' as const),
    });
    fc.assert(
      fc.property(fc.array(spot, { maxLength: 80 }), (spots) => {
        const boxes = placeLabels(spots, area).map(({ x, y, spot: { text } }) => {
          const half = textWidth(text, 11) / 2;
          return { left: x - half, right: x + half, top: y - 9, bottom: y + 2 };
        });
        for (const [index, box] of boxes.entries()) {
          assert.ok(box.left >= -0.01 && box.right <= 400.01 && box.top >= 0 && box.bottom <= 203);
          for (const other of boxes.slice(index + 1))
            assert.ok(
              box.right <= other.left ||
                other.right <= box.left ||
                box.bottom <= other.top ||
                other.bottom <= box.top,
            );
        }
      }),
    );
  });
});

describe('A trend line', () => {
  it('is the least-squares line', () => {
    const line = leastSquares([
      [1, 2],
      [2, 3],
      [3, 5],
      [4, 6],
    ]);
    assert.ok(Math.abs((line?.slope ?? 0) - 1.4) < 1e-12);
    assert.ok(Math.abs((line?.at(0) ?? 0) - 0.5) < 1e-12);
    assert.equal(
      leastSquares([
        [1, 2],
        [1, 5],
      ]),
      undefined,
    );
  });

  it('is in the legend but not among the marks', () => {
    const values = [3, 5, 4, 8, 9, 7];
    const result = resultOf([
      dimension('month', 'Month', months(6), 'date', 'month'),
      measure('orders', 'Orders', values),
    ]);
    const svg = draw(propsOf('line', 'Orders', result, { options: { trend: 'linear' } }));
    assert.match(svg, />Trend</);
    assert.match(svg, /data-series="\[\[&quot;Orders&quot;,[^\]]*\]\]"/);
  });

  it('is not drawn for categories without an order', () => {
    const result = resultOf([
      dimension('city', 'City', ['a', 'b', 'c', 'd']),
      measure('n', 'N', [1, 2, 3, 4]),
    ]);
    const plain = draw(propsOf('bar', 'T', result));
    assert.equal(draw(propsOf('bar', 'T', result, { options: { trend: 'linear' } })) === plain, true);
  });
});
