import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { TileKind } from '../src/chart-kinds.ts';
import type { TileOptions } from '../src/tile.ts';
import { TileChart } from '../src/tile-chart.ts';
import {
  dimension,
  type FixtureMore,
  measure,
  months,
  percent,
  propsOf,
  resultOf,
} from './fixtures/make-fixture.ts';

const noteOf = (
  kind: TileKind,
  result: QueryResult,
  options: TileOptions,
  more: FixtureMore = {},
): string => {
  const props = propsOf(kind, 'Sales', result, { ...more, options: { panels: 'city', ...options } });
  const svg = renderToString(h(TileChart, props));
  return [...svg.matchAll(/ font-size="11">([^<]*)</g)].map(([, text]) => text).join();
};

/** As many rows as each city has. */
const namesOf = (
  counts: readonly number[],
  columns: (rows: number) => QueryResult['columns'],
): QueryResult => {
  const total = counts.reduce((sum, count) => sum + count);
  const cities = counts.flatMap((count, city) => Array.from({ length: count }, () => `City ${city}`));
  return resultOf([dimension('city', 'City', cities), ...columns(total)]);
};

const product = (count: number) =>
  dimension(
    'product',
    'Product',
    Array.from({ length: count }, (_, index) => `Product ${index}`),
  );
const sales = (count: number) =>
  measure(
    'sales',
    'Sales',
    Array.from({ length: count }, (_, index) => 100 + index),
  );

const named = (counts: readonly number[]) => namesOf(counts, (total) => [product(total), sales(total)]);

/** A row per month and city with the values of its measures. */
const monthly = (lists: readonly (readonly Cell[])[], rates?: readonly (readonly number[])[]) =>
  namesOf(
    lists.map(({ length }) => length),
    () => [
      dimension(
        'month',
        'Month',
        lists.flatMap(({ length }) => months(length)),
        'date',
        'month',
      ),
      measure('sales', 'Sales', lists.flat()),
      ...(rates ? [measure('rate', 'Rate', rates.flat(), percent)] : []),
    ],
  );

describe('the note of small multiples', () => {
  it('adds up the rows of panels that have their own', () => {
    const counts = [20, 25, 30, 35];
    const free = { panelScales: 'free' } as const;
    const [, shown = ''] =
      /^Showing (\d+) of 110$/.exec(
        noteOf(
          'bar',
          named(counts),
          { ...free, orientation: 'horizontal' },
          { size: { width: 900, height: 420 } },
        ),
      ) ?? [];
    assert.ok(Number(shown) >= 20, shown);
    assert.match(noteOf('bullet', named(counts), free), /^Showing \d+ of 110$/);
    const size = { width: 640, height: 420 };
    const shop = (count: number) => dimension('shop', 'Shop', Array<string>(count).fill('North'));
    const grid = namesOf(counts, (total) => [product(total), shop(total), sales(total)]);
    assert.match(noteOf('heatmap', grid, free, { size }), /^Showing \d+ of 110$/);
  });

  it('counts rows that only some panels leave out, and names what it counts beside panels', () => {
    const size = { width: 640, height: 300 };
    const few = noteOf('bullet', named([20, 2]), { panelScales: 'free' }, { size });
    const [, shown = ''] = /^Showing (\d+) of 22$/.exec(few) ?? assert.fail(few);
    assert.ok(Number(shown) > 2);
    const many = named(Array.from({ length: 40 }, () => 20));
    assert.match(
      noteOf('bullet', many, { panelScales: 'free' }, { size }),
      /^Showing \d+ of 40 \(City\) · Showing \d+ of 20 \(Product\)$/,
    );
  });

  it('says once what all panels have in common', () => {
    const { values } = product(20);
    const same = dimension('product', 'Product', [...values, ...values, ...values]);
    const result = namesOf([20, 20, 20], (total) => [same, sales(total)]);
    assert.match(noteOf('bullet', result, {}), /^Showing \d of 20$/);
  });

  it('has what only some panels say: zeros apart, zeros on a logarithmic scale', () => {
    const rates = [
      [0.95, 0.97, 0.99],
      [0.1, 0.4, 0.8],
      [0.9, 0.96, 0.93],
    ];
    const amounts = rates.map(() => [100, 120, 90]);
    assert.match(
      noteOf('bar-line', monthly(amounts, rates), { panelScales: 'free' }),
      /^The two axes do not share a zero: the second runs from 90% to \d+%$/,
    );
    const zero = monthly([
      [1, 10, 1000],
      [3, 0, 400],
      [0, 20, 0],
    ]);
    assert.equal(
      noteOf('line', zero, { scale: 'log' }),
      'Logarithmic scale · Zero or negative values not shown: 3',
    );
  });

  it('adds up values that are not drawn', () => {
    const outliers = monthly([
      [1, 2, 900],
      [900, 2, 3],
      [1, 900, 3],
      [1, 2, 900],
    ]);
    assert.equal(noteOf('line', outliers, { yMax: 10 }), 'Values outside the axis range: 4');
  });
});
