import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { runsOf } from '../src/data/downsample.ts';
import { readSeries } from '../src/data/read-series.ts';
import { withGaps } from '../src/data/with-gaps.ts';
import { DataTable } from '../src/data-table.ts';
import { createLocale } from '../src/format/create-locale.ts';
import { readFigure } from '../src/kinds/kpi/read-figure.ts';
import { TileChart } from '../src/tile-chart.ts';
import { tileQuery } from '../src/tile-query.ts';
import { days, dimension, type FixtureMore, measure, propsOf, resultOf } from './fixtures/make-fixture.ts';

const monthly = (values: readonly string[]) => dimension('month', 'Month', values, 'date', 'month');
const orders = (values: readonly number[]) => measure('orders', 'Orders', values);
const sparse = resultOf([monthly(['2025-01-01', '2025-02-01', '2025-05-01']), orders([1, 2, 5])]);
const lineOf = (result: typeof sparse, more: FixtureMore = {}) => propsOf('line', 'Orders', result, more);
const filled = (props: ReturnType<typeof lineOf>) => withGaps(props, readSeries(props));

test('a period without rows is a gap, in tiles that did not set the option too', () => {
  const data = filled(lineOf(sparse));
  assert.deepEqual(data.series[0]?.values, [1, 2, null, null, 5]);
  assert.deepEqual(
    data.positions.map((_, index) => data.label(index)),
    ['January 2025', 'February 2025', 'March 2025', 'April 2025', 'May 2025'],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((index) => data.series[0]?.rows(index)),
    [[0], [1], [], [], [2]],
  );
});

test('periods without rows are left out if the author chose so, or if rows were cut off', () => {
  const query = { dimensions: [{ column: 'month', grain: 'month' as const, fillGaps: false }] };
  assert.equal(filled(lineOf(sparse, { query })).positions.length, 3);
  assert.equal(filled(lineOf({ ...sparse, truncated: true })).positions.length, 3);
});

test('each series has its own gaps', () => {
  const result = resultOf([
    monthly(['2025-01-01', '2025-01-01', '2025-02-01', '2025-04-01']),
    dimension('region', 'Region', ['North', 'South', 'North', 'South']),
    orders([1, 2, 3, 4]),
  ]);
  assert.deepEqual(
    filled(lineOf(result)).series.map(({ values }) => values),
    [
      [1, 3, null, null],
      [2, null, null, 4],
    ],
  );
});

test('weeks, quarters and fiscal years continue from the first one', () => {
  const spansOf = (grain: 'week' | 'quarter' | 'fiscal-year', values: readonly string[]) =>
    filled(
      lineOf(resultOf([dimension('t', 'T', values, 'date', grain), orders(values.map(Number))])),
    ).positions.map((time) => new Date(time).toISOString().slice(0, 10));
  assert.deepEqual(spansOf('week', ['2025-02-02', '2025-02-16']), ['2025-02-02', '2025-02-09', '2025-02-16']);
  assert.deepEqual(spansOf('quarter', ['2024-10-01', '2025-04-01']), [
    '2024-10-01',
    '2025-01-01',
    '2025-04-01',
  ]);
  assert.deepEqual(spansOf('fiscal-year', ['2022-07-01', '2024-07-01']), [
    '2022-07-01',
    '2023-07-01',
    '2024-07-01',
  ]);
});

test('the hour that clocks skip in spring is not a gap', () => {
  const hours = ['2025-03-30T00:00:00.000Z', '2025-03-30T01:00:00.000Z', '2025-03-30T03:00:00.000Z'];
  const locale = createLocale({ language: 'en-GB', timeZone: 'Europe/Zurich' });
  const data = filled(
    lineOf(resultOf([dimension('at', 'Hour', hours, 'datetime', 'hour'), orders([1, 2, 3])]), { locale }),
  );
  assert.deepEqual(data.series[0]?.values, [1, 2, null, 3]);
  assert.match(data.label(2), /04:00/);
});

test('a heatmap has an empty row for a period without rows, whatever its order', () => {
  const rows = ['2025-04-01', '2025-02-01', '2025-01-01'];
  const result = resultOf([
    dimension('year', 'Year', ['2025-01-01', '2025-01-01', '2025-01-01'], 'date', 'year'),
    monthly(rows),
    orders([4, 2, 1]),
  ]);
  const drawn = renderToString(h(TileChart, propsOf('heatmap', 'Orders', result)));
  assert.match(drawn, /April 2025.*March 2025.*February 2025.*January 2025/s);
});

test('as many gaps are drawn as fit, and never instead of rows', () => {
  const far = resultOf([
    dimension('day', 'Day', ['1990-01-01', '2025-01-01'], 'date', 'day'),
    orders([1, 2]),
  ]);
  assert.equal(filled(lineOf(far)).positions.length, 2);
  const props = propsOf(
    'bar',
    'Orders',
    resultOf([dimension('day', 'Day', days(40, 0, 30), 'date', 'day'), orders(days(40).map(() => 1))]),
  );
  assert.doesNotMatch(renderToString(h(TileChart, props)), /Showing/);
});

test('gaps stay when a long line is drawn with fewer points, unless they are narrower than a pixel', () => {
  const values = Array.from({ length: 8000 }, (_, index) =>
    (index >= 4000 && index < 4100) || index === 9 ? null : index,
  );
  const runs = runsOf(
    values,
    values.map((_, index) => index),
    500,
  );
  assert.deepEqual(
    runs.map((run) => [run[0], run.at(-1)]),
    [
      [0, 3999],
      [4100, 7999],
    ],
  );
  assert.ok(runs.flat().length < 2100);
});

const incomplete = { value: '2025-05-01', until: '2025-05-17' };
const current = resultOf([
  { ...monthly(['2025-03-01', '2025-04-01', '2025-05-01']), incomplete },
  orders([3, 4, 1]),
]);

test('a line is dashed across a gap and to the period that is not over', () => {
  const dashed = (result: typeof sparse) =>
    renderToString(h(TileChart, lineOf(result))).match(/<path[^>]*stroke-dasharray="2.5 5.5"[^>]*>/g)
      ?.length ?? 0;
  assert.equal(dashed(resultOf([monthly(['2025-01-01', '2025-02-01']), orders([1, 2])])), 0);
  assert.equal(dashed(sparse), 1);
  assert.equal(dashed(current), 1);
});

test('the period that is not over says how far it goes: in the axis, the tooltip and the data table', () => {
  for (const kind of ['line', 'area', 'bar', 'heatmap'] as const) {
    const drawn = renderToString(h(TileChart, propsOf(kind, 'Orders', current)));
    assert.match(drawn, />to 17 May</, kind);
    assert.match(drawn, /May 2025 \(to 17 May\)/, kind);
  }
  const table = renderToString(h(DataTable, propsOf('line', 'Orders', current)));
  assert.match(table, />May 2025 \(to 17 May\)</);
  const german = lineOf(current, { locale: createLocale({ language: 'de' }) });
  assert.match(renderToString(h(TileChart, german)), />bis 17\. Mai</);
});

test('an hour or a day that is not over goes to a time of the viewer’s clock', () => {
  const day = {
    ...dimension('day', 'Day', ['2025-05-16', '2025-05-17'], 'date', 'day'),
    incomplete: { value: '2025-05-17', until: '2025-05-17T12:30:00.000Z' },
  };
  const locale = createLocale({ language: 'en-GB', timeZone: 'Europe/Zurich' });
  assert.match(
    renderToString(h(TileChart, lineOf(resultOf([day, orders([1, 2])]), { locale }))),
    />to 14:30</,
  );
});

test('a KPI compares the current period with the same part of the one before', () => {
  const before = { from: '2025-04-01', to: '2025-04-17', until: '2025-05-17', values: { orders: 2 } };
  const kpi = (result: typeof current, more: FixtureMore = {}) =>
    readFigure(propsOf('kpi', 'Orders', result, more)) ?? assert.fail();
  const figure = kpi({ ...current, before });
  assert.deepEqual([figure.value, figure.before, figure.beforeLabel], [1, 2, '1–17 Apr']);
  assert.equal(figure.period, 'May 2025 (to 17 May)');
  // Without it, nothing is as long as the current period.
  assert.equal(kpi(current).before, null);
  const over = resultOf([monthly(['2025-03-01', '2025-04-01']), orders([3, 4])]);
  assert.deepEqual([kpi(over).before, kpi(over).beforeLabel], [3, 'March 2025']);
  const gap = resultOf([monthly(['2025-02-01', '2025-04-01']), orders([3, 4])]);
  assert.equal(kpi(gap).before, null);
});

test('a KPI names the days that it is compared with, and their year if it is another one', () => {
  const total = resultOf([orders([5]), measure('orders:previous', 'Orders', [4], undefined, 'orders')]);
  const labelOf = (before: NonNullable<typeof total.before>, language = 'en-GB') =>
    readFigure(propsOf('kpi', 'Orders', { ...total, before }, { locale: createLocale({ language }) }))
      ?.beforeLabel;
  const lastYear = { from: '2024-05-01', to: '2024-05-17', until: '2025-05-17' };
  assert.equal(labelOf(lastYear), '1–17 May 2024');
  assert.equal(labelOf({ ...lastYear, from: '2025-04-01', to: '2025-04-17' }, 'de'), '1.–17. Apr.');
  const hours = {
    from: '2025-05-16',
    to: '2025-05-16T12:30:00.000Z',
    until: '2025-05-17T12:30:00.000Z',
    values: { orders: 1 },
  };
  const day = {
    ...dimension('day', 'Day', ['2025-05-16', '2025-05-17'], 'date', 'day'),
    incomplete: { value: '2025-05-17', until: hours.until },
  };
  const today = readFigure(propsOf('kpi', 'Orders', { ...resultOf([day, orders([2, 1])]), before: hours }));
  assert.deepEqual([today?.before, today?.beforeLabel], [1, '16 May 2025 (to 12:30)']);
});

test('the query of a KPI compares equal spans', () => {
  const tile = {
    kind: 'kpi',
    query: { dimensions: [{ column: 'day', grain: 'month' }], measures: ['orders'] },
  } as const;
  assert.equal(tileQuery(tile).equalSpans, true);
  assert.equal(tileQuery({ ...tile, kind: 'line' }).equalSpans, undefined);
});
