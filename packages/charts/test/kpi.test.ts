import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Size } from '../src/chart-props.ts';
import type { TileOptions } from '../src/tile.ts';
import { TileChart } from '../src/tile-chart.ts';
import { loadFigures, tileFigure } from '../src/tile-figure.ts';
import { dimension, euro, measure, months, propsOf, resultOf } from './fixtures/make-fixture.ts';

await loadFigures();

type Result = ReturnType<typeof resultOf>;

const alone = (value: number) => resultOf([measure('n', 'N', [value], euro)]);
const overTime = (value: number) => {
  const values = months(6).map((_, month) => value * (1 + month / 10));
  return resultOf([dimension('month', 'Month', months(6), 'date', 'month'), measure('n', 'N', values)]);
};

const draw = (result: Result, size: Size) =>
  renderToString(h(TileChart, propsOf('kpi', 'Revenue', result, { size })));
const numberOf = (svg: string) => {
  const [, y, size] = /<text x="[\d.]+" y="([\d.]+)" font-size="(\d+)" font-weight="600"/.exec(svg) ?? [];
  return { y, size };
};

describe('KPIs in cards of one size', () => {
  for (const size of [
    { width: 294, height: 120 },
    { width: 121, height: 120 },
    { width: 121, height: 64 },
  ])
    it(`have numbers of one size on one baseline, ${size.width} by ${size.height} px`, () => {
      const drawn = [alone(4), alone(37_759), alone(16_900_000), overTime(449), overTime(1_234_567)].map(
        (result) => draw(result, size),
      );
      const [first, ...others] = drawn.map(numberOf);
      assert.ok(first?.y);
      for (const other of others) assert.deepEqual(other, first);
      const heights = drawn.map((svg) => /viewBox="0 0 \d+ (\d+)"/.exec(svg)?.[1]);
      assert.deepEqual(new Set(heights).size, 1);
    });

  it('write a comparison in several lines instead of cutting it', () => {
    const svg = draw(overTime(449), { width: 121, height: 64 });
    const shown = svg.replaceAll(/<title>[^<]*<\/title>/g, '');
    assert.doesNotMatch(shown, /…/);
    assert.match(shown, />vs\. /);
  });
});

describe('the number of a KPI in words', () => {
  const figureOf = (result: Result, options?: TileOptions) =>
    tileFigure(propsOf('kpi', 'Revenue', result, options && { options }));
  const compared = (now: number, before: number) =>
    resultOf([measure('n', 'N', [now], euro), measure('was', 'N', [before], euro, 'n')]);

  it('has its change as a word, and whether that is good', () => {
    assert.deepEqual(figureOf(compared(116, 100)), {
      value: '€116.00',
      period: '',
      change: 'up 16%',
      versus: 'vs. previous period',
      isGood: true,
      target: '',
    });
    const down = figureOf(compared(50, 100), { goodDirection: 'down' });
    assert.deepEqual([down?.change, down?.isGood], ['down 50%', true]);
    const same = figureOf(compared(100, 100));
    assert.deepEqual([same?.change, same?.isGood], ['unchanged', undefined]);
  });

  it('has its period and its target', () => {
    const latest = figureOf(overTime(449));
    assert.match(latest?.period ?? '', /\d{4}$/);
    assert.match(latest?.versus ?? '', /^vs\. /);
    assert.equal(figureOf(alone(84), { target: 100 })?.target, '84% of €100.00 target, €16.00 below target');
  });

  it('exists for KPIs with a result only', () => {
    assert.equal(figureOf(resultOf([measure('n', 'N', [])])), undefined);
    assert.equal(tileFigure(propsOf('bar', 'Revenue', alone(1))), undefined);
    assert.equal(figureOf(resultOf([measure('n', 'N', [null], euro)]))?.value, '–');
  });
});
