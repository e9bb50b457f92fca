import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TileChart } from '../src/tile-chart.ts';
import { dimension, euro, measure, propsOf, resultOf, wave } from './fixtures/make-fixture.ts';

const count = 24;
const scatter = (groups: number, size: { width: number; height: number }) => {
  const result = resultOf([
    dimension(
      'city',
      'City',
      Array.from({ length: count }, (_, index) => `City ${index}`),
    ),
    dimension(
      'group',
      'Group',
      Array.from({ length: count }, (_, index) => `International group ${index % groups}`),
    ),
    measure('revenue', 'Revenue', wave(count, 410_000, 90_000), euro),
    measure('margin', 'Margin', wave(count, 50, 30, 0, 5)),
  ]);
  const props = propsOf('scatter', 'Margin', result, { options: { series: 'group' }, size });
  return renderToString(h(TileChart, props));
};

/** The height of the vertical gridlines. */
const plotHeight = (svg: string) => {
  const [, top, bottom] = /M[\d.]+ ([\d.]+)V([\d.]+)/.exec(svg) ?? [];
  return Number(bottom) - Number(top);
};

test('scatter: the plot keeps half of the height, whatever its legend', () => {
  for (const groups of [1, 3, 9, 20])
    for (const [width, height] of [
      [240, 130],
      [320, 160],
      [320, 240],
      [900, 360],
    ] as const)
      assert.ok(
        plotHeight(scatter(groups, { width, height })) >= height / 2,
        `${groups} groups at ${width} × ${height}`,
      );
});

test('scatter: a low tile keeps the titles of both axes', () => {
  const svg = scatter(9, { width: 320, height: 130 });
  assert.match(svg, />↑ Margin</);
  assert.match(svg, />Revenue →</);
});
