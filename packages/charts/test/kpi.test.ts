import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Size } from '../src/chart-props.ts';
import { TileChart } from '../src/tile-chart.ts';
import { dimension, euro, measure, months, propsOf, resultOf } from './fixtures/make-fixture.ts';

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
