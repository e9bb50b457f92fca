import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { QuerySpec } from '@inlay/protocol/query';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { betterChart } from '../src/better-chart.ts';
import type { TileKind } from '../src/chart-kinds.ts';
import { refuseNegatives } from '../src/kinds/area/refuse-negatives.ts';
import { refuseAdding } from '../src/kinds/waterfall/refuse-adding.ts';
import { TileChart } from '../src/tile-chart.ts';
import { tileQuery } from '../src/tile-query.ts';
import {
  dimension,
  euro,
  type FixtureMore,
  measure,
  percent,
  propsOf,
  resultOf,
} from './fixtures/make-fixture.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

function drawn(kind: TileKind, result: QueryResult, more?: FixtureMore) {
  const svg = renderToString(h(TileChart, propsOf(kind, 'T', result, more)));
  const [, spoken = ''] = /aria-label="([^"]*)"/.exec(svg) ?? [];
  const texts = [...svg.matchAll(/<text[^>]*>(?:<title>[^<]*<\/title>)?([^<]*)</g)].map(([, text]) => text);
  return { svg, spoken, texts };
}

/** A result by name, with the measure's own total as a subtotal without dimensions. */
function byName(values: readonly Cell[], total?: Cell, more: Partial<ResultColumn & QueryResult> = {}) {
  const { additive, truncated = false } = more;
  const own = { ...measure('m', 'Value', values), ...(additive === false && { additive }) };
  const columns = [dimension('x', 'Name', names(values.length)), own];
  const subtotals = [{ columns: [{ ...own, values: [total ?? null] }], rowCount: 1, truncated: false }];
  return resultOf(columns, { truncated, ...(total !== undefined && { subtotals }) });
}

const average = { additive: false } as const;

test('pie of averages: shows the average of all rows in the middle and values instead of percentages', () => {
  const { texts } = drawn('pie', byName([30, 20, 25, 30], 26.25, average));
  assert.ok(
    texts.some((text) => text === '26.25' || text === '26.3'),
    texts.join(),
  );
  assert.ok(!texts.some((text) => text?.includes('105') || text?.includes('%')), texts.join());
  assert.equal(texts.filter((text) => text === '30').length, 2);
});

test('pie of averages: shows no total if the result has none', () => {
  const { texts } = drawn('pie', byName([30, 20, 25, 30], undefined, average));
  assert.ok(!texts.includes('Value'), texts.join());
});

test('pie of averages: leaves out small slices instead of adding them up', () => {
  const { texts } = drawn('pie', byName([9, 8, 7, 6, 5, 4, 3, 2, 1], 5, average));
  assert.ok(!texts.includes('Other'), texts.join());
  assert.ok(texts.includes('Showing 7 of 9 · Total of all rows'), texts.join());
});

test('pie of sums: the middle is the sum of all rows, at no further query', () => {
  const { texts } = drawn('pie', byName([30, 20, 25, 30]));
  assert.ok(texts.includes('105') && texts.includes('19%'), texts.join());
});

test('pie with a limit: the total covers all rows, and the chart says so', () => {
  const { texts, spoken } = drawn('pie', byName([30, 20], 105, { truncated: true }), { query: { limit: 2 } });
  assert.ok(texts.includes('105') && texts.includes('60%'), texts.join());
  assert.match(spoken, /Only the first 2 rows are shown · Total of all rows, percentages of those shown/);
});

test('pie with the top values only: shows no total unless the query computed it', () => {
  const top = { dimension: 'x', by: 'm', count: 2 };
  const { texts, spoken } = drawn('pie', byName([30, 20]), { query: { top } });
  assert.ok(!texts.includes('50'), texts.join());
  assert.match(spoken, /Percentages of the rows shown/);
});

test('pie with negative values: says that the total includes them and the percentages do not', () => {
  const { texts, spoken } = drawn('pie', byName([60, 40, -30]));
  assert.ok(texts.includes('70') && texts.includes('60%'), texts.join());
  assert.match(spoken, /Negative values are not shown · Total of all rows, percentages of those shown/);
});

test('pie of several measures: has no total, as they have none in common', () => {
  const result = resultOf([measure('a', 'New', [40]), measure('b', 'Returning', [60])]);
  const { texts } = drawn('pie', result);
  assert.ok(texts.includes('60%') && !texts.includes('100'), texts.join());
});

test('treemap of averages: shows values, no percentages and no merged part', () => {
  const { texts, spoken } = drawn('treemap', byName([400, 300, 200, ...Array(30).fill(1)], 30, average));
  assert.ok(!texts.some((text) => text?.includes('%') || text === 'Other'), texts.join());
  assert.ok(texts.includes('400'), texts.join());
  assert.match(spoken, /Showing \d+ of 33/);
});

test('waterfall of averages: is refused and suggests bars', () => {
  const { texts } = drawn('waterfall', byName([30, 20, 25, 30], 26.25, average));
  assert.match(texts.join(' '), /do not add up: use bars instead/);
});

test('waterfall with a limit: ends at the total of all rows, after a step for the rows that are not shown', () => {
  const { texts, spoken } = drawn('waterfall', byName([30, 20], 105, { truncated: true }), {
    query: { limit: 2 },
  });
  for (const text of ['+30', '+20', 'Other', '+55', 'Total', '105'])
    assert.ok(texts.includes(text), texts.join());
  assert.match(spoken, /Total of all rows/);
});

test('waterfall that lacks rows and their total: has no total', () => {
  const { texts } = drawn('waterfall', byName([30, 20], undefined, { truncated: true }));
  assert.ok(!texts.includes('Total'), texts.join());
});

test('running totals over time: cannot be the steps of a waterfall', () => {
  const running = { ...measure('m', 'Value', [1, 3, 6]), accumulatedAlong: 'x' };
  const { texts } = drawn('waterfall', resultOf([dimension('x', 'Name', names(3)), running]));
  assert.match(texts.join(' '), /use bars instead/);
});

test('stacked 100% of averages: shows values, and says why', () => {
  for (const kind of ['bar', 'area'] as const) {
    const columns = [
      dimension('x', 'Name', ['a', 'a', 'b', 'b']),
      dimension('s', 'Series', ['p', 'q', 'p', 'q']),
      { ...measure('m', 'Value', [10, 20, 30, 40]), ...average },
    ];
    const { texts, spoken } = drawn(kind, resultOf(columns), { options: { layout: 'percent' } });
    assert.ok(!texts.some((text) => text?.includes('%')), texts.join());
    assert.match(spoken, /Values instead of percentages/);
  }
});

test('stacks of averages: leave out series beyond the palette instead of adding them up', () => {
  const series = names(12);
  const columns = [
    dimension(
      'x',
      'Name',
      series.map(() => 'a'),
    ),
    dimension('s', 'Series', series),
    {
      ...measure(
        'm',
        'Value',
        series.map((_, index) => index + 1),
      ),
      ...average,
    },
  ];
  const { texts, spoken } = drawn('bar', resultOf(columns), { options: { layout: 'stacked' } });
  assert.ok(!texts.includes('Other'), texts.join());
  assert.match(spoken, /Showing 7 of 12/);
});

test('query of a total: none for a sum of all rows, one statement for anything else', () => {
  const query: QuerySpec = { dimensions: [{ column: 'x' }], measures: ['m'] };
  const own = { ...query, subtotals: [{ dimensions: [] }] };
  const isSum = (name: string) => name === 'm';
  for (const kind of ['pie', 'waterfall'] as const) {
    assert.equal(tileQuery({ kind, query }, isSum), query);
    assert.deepEqual(tileQuery({ kind, query }), own);
    for (const more of [
      { limit: 5 },
      { top: { dimension: 'x', by: 'm', count: 5 } },
      { having: [{ measure: 'm', operator: 'is-set' as const }] },
    ])
      assert.deepEqual(tileQuery({ kind, query: { ...query, ...more } }, isSum), { ...own, ...more });
    const others = { ...query, top: { dimension: 'x', by: 'm', count: 5, others: true } };
    assert.equal(tileQuery({ kind, query: others }, isSum), others);
    const figure = { ...query, dimensions: [] };
    assert.equal(tileQuery({ kind, query: figure }), figure);
  }
  assert.equal(tileQuery({ kind: 'pie', query, options: { donut: false } }), query);
  assert.equal(tileQuery({ kind: 'waterfall', query, options: { levels: ['a'] } }), query);
  const panels = {
    dimensions: [{ column: 'city' }, ...query.dimensions],
    measures: query.measures,
    limit: 9,
  };
  assert.deepEqual(tileQuery({ kind: 'waterfall', query: panels, options: { panels: 'city' } }).subtotals, [
    { dimensions: ['city'] },
  ]);
  const byYear: QuerySpec = {
    dimensions: [
      { column: 'day', grain: 'year' },
      { column: 'day', grain: 'month' },
    ],
    measures: ['m'],
  };
  assert.deepEqual(
    tileQuery({ kind: 'waterfall', query: byYear, options: { panels: 'day:year' } }).subtotals,
    [{ dimensions: ['day:year'] }],
  );
});

test('advice: bars for a pie of many slices, or one that is mostly Other; viewers still see the pie', () => {
  const pieOf = (values: readonly number[], others: readonly number[] = []) => {
    const { columns, ...result } = byName(values);
    const [x, ...measures] = columns;
    return {
      ...result,
      columns: [{ ...x, ...(others.length > 0 && { others }) }, ...measures],
    } as QueryResult;
  };
  const bars = { kind: 'bar', options: { layout: 'grouped' }, offer: 'asBars', advice: 'barsCompare' };
  assert.deepEqual(betterChart('pie', pieOf([8, 7, 6, 5, 4, 3, 2, 1])), bars);
  assert.deepEqual(betterChart('pie', pieOf([8, 7, 20], [2])), bars);
  assert.equal(betterChart('pie', pieOf([8, 7, 6, 5, 4, 3, 2])), undefined);
  assert.equal(betterChart('pie', pieOf([8, 7, 6, 5, 4, 3, 2, 0, -1])), undefined);
  assert.equal(betterChart('pie', pieOf([8, 7, 10], [2])), undefined);
  assert.equal(betterChart('bar', pieOf([8, 7, 20], [2])), undefined);
  assert.match(drawn('pie', pieOf([8, 7, 20], [2])).texts.join(), /Other/);
});

describe('advice for measures of two units', () => {
  const revenue = measure('revenue', 'Revenue', [410_000, 380_000], euro);
  const cost = measure('cost', 'Cost', [390_000, 420_000], {
    kind: 'currency',
    currency: 'EUR',
    decimals: 2,
  });
  const margin = measure('margin', 'Margin', [0.31, 0.28], percent);
  const orders = measure('orders', 'Orders', [120, 130]);
  const latency = measure('latency', 'Latency', [0.2, 0.3], { kind: 'number', unit: 'ms' });
  const of = (...measures: readonly ResultColumn[]) =>
    resultOf([dimension('x', 'Name', names(2)), ...measures]);
  const separate = (...line: readonly string[]) => ({
    kind: 'bar-line',
    options: { splitMeasures: true, line },
    offer: 'onSeparateScales',
    advice: 'unitsDiffer',
  });

  it('is bars and lines with a scale each, percentages as lines', () => {
    for (const kind of ['line', 'area', 'bar'] as const) {
      assert.deepEqual(betterChart(kind, of(revenue, margin)), separate('margin'));
      assert.deepEqual(betterChart(kind, of(margin, revenue, cost)), separate('margin'));
      assert.deepEqual(betterChart(kind, of(orders, latency)), separate('latency'));
    }
    assert.equal(betterChart('bar-line', of(revenue, margin)), undefined);
  });

  it('counts only the measures that are drawn, in the formats that their author chose', () => {
    assert.equal(betterChart('line', of(revenue, margin), { y: ['revenue'] }), undefined);
    assert.equal(betterChart('line', of(revenue, orders), { formats: { orders: euro } }), undefined);
  });

  it('is not given for measures of one unit, nor for more than a bar-line chart can separate', () => {
    assert.equal(betterChart('line', of(revenue, cost)), undefined);
    assert.equal(betterChart('line', of(revenue, margin, orders)), undefined);
    const columns = [dimension('x', 'Name', names(2)), dimension('city', 'City', names(2)), revenue, margin];
    assert.equal(betterChart('line', resultOf(columns)), undefined);
    assert.deepEqual(betterChart('line', resultOf(columns), { panels: 'city' }), separate('margin'));
  });
});

test('refusals: name the chart that an editor offers instead', () => {
  const negative = resultOf([
    dimension('x', 'Name', names(2)),
    measure('a', 'A', [1, 2]),
    measure('b', 'B', [1, -2]),
  ]);
  assert.deepEqual(refuseNegatives(negative, {})?.instead, {
    kind: 'bar',
    options: { layout: 'stacked' },
    offer: 'asStackedBars',
  });
  assert.equal(refuseNegatives(negative, { y: ['b'] }), undefined);
  const averages = byName([1, 2], 1.5, average);
  assert.deepEqual(refuseAdding(averages, {})?.instead, {
    kind: 'bar',
    options: { layout: 'grouped' },
    offer: 'asBars',
  });
  assert.equal(refuseAdding(byName([1, 2]), {}), undefined);
});
