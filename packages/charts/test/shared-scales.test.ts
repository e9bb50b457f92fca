import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TileChart, type TileProps } from '../src/tile-chart.ts';
import { dimension, measure, propsOf, resultOf } from './fixtures/make-fixture.ts';

const draw = (props: TileProps) => renderToString(h(TileChart, props));

/** The same numbers on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Tiles of many sizes whose panels all have a row with the value 100, before others of any magnitude. */
function tiles(kind: 'bar' | 'bullet', count: number): readonly TileProps[] {
  const next = random(7);
  const below = (limit: number) => Math.floor(next() * limit);
  return Array.from({ length: count }, () => {
    const [panels, rows] = [2 + below(5), 2 + below(36)];
    const at = Array.from({ length: panels * rows }, (_, index) => index);
    const values = at.map((index) => (index % rows === 0 ? 100 : Math.round(10 ** (1 + next() * 2.5))));
    const result = resultOf([
      dimension('city', 'City', at.map((index) => `City ${Math.floor(index / rows)}`)),
      dimension('product', 'Product', at.map((index) => `Product ${index % rows}`)),
      measure('sales', 'Sales', values),
    ]); // biome-ignore format: a column per line
    const size = { width: 280 + below(900), height: 160 + below(600) };
    return propsOf(kind, 'Sales', result, {
      size,
      options: { panels: 'city', ...(kind === 'bar' && { orientation: 'horizontal' }) },
      query: { sort: [{ by: 'product', direction: 'asc' }] },
    });
  });
}

/** Where the bar of the first product ends in each panel. */
const firstEnds = (svg: string): readonly number[] =>
  svg
    .split('<g transform="translate(')
    .slice(1)
    .flatMap((panel) => {
      const mark = /data-mark="\[&quot;[^&]* · Product 0&quot;,([\d.]+),/.exec(panel);
      return mark ? [Number(mark[1]) - Number.parseFloat(panel)] : [];
    });

describe('the panels of small multiples', () => {
  for (const kind of ['bar', 'bullet'] as const)
    it(`draw equal values at equal lengths in tiles of any size: ${kind}`, () => {
      let compared = 0;
      for (const props of tiles(kind, 400)) {
        const ends = firstEnds(draw(props));
        if (ends.length < 2) continue;
        compared += 1;
        const { size, result } = props;
        assert.ok(
          Math.max(...ends) - Math.min(...ends) < 0.2,
          `${size.width}×${size.height}, ${result.rowCount} rows: ${ends}`,
        );
      }
      assert.ok(compared > 300);
    });
});
