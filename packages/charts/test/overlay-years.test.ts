import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { overlayYears } from '../src/data/overlay-years.ts';
import { readSeries } from '../src/data/read-series.ts';
import { createLocale } from '../src/format/create-locale.ts';
import { TileChart, type TileProps } from '../src/tile-chart.ts';
import { drawnTexts } from './fixtures/drawn-texts.ts';
import { days, dimension, measure, months, propsOf, resultOf } from './fixtures/make-fixture.ts';

const values = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const toDate = (
  count: number,
  restarts: 'year' | 'fiscal-year' | undefined,
  more: Partial<TileProps> = {},
) => ({
  ...propsOf(
    'line',
    'Revenue to date',
    resultOf([
      dimension('month', 'Month', months(count, 2024), 'date', 'month'),
      { ...measure('revenue', 'Revenue', values(count)), ...(restarts && { restarts }) },
    ]),
  ),
  ...more,
});
const read = (props: ReturnType<typeof toDate>) => overlayYears(props, readSeries(props));

test('a measure to date is a line per year, the latest first and the earlier ones ever fainter', () => {
  const data = read(toDate(30, 'year'));
  assert.deepEqual(
    data.series.map(({ name, fade }) => [name, fade]),
    [
      ['2026', undefined],
      ['2025', 0.9],
      ['2024', 0.7],
    ],
  );
  assert.equal(data.positions.length, 12);
  assert.deepEqual(data.series[0]?.values.slice(4, 8), [29, 30, null, null]);
  assert.equal(data.label(2), 'March');
});

test('each value keeps the row that it is from, for tooltips, clicks and the rows behind it', () => {
  const data = read(toDate(30, 'year'));
  assert.deepEqual(
    data.series.map(({ rows }) => rows(2)),
    [[26], [14], [2]],
  );
  assert.deepEqual(data.series[0]?.rows(8), []);
});

test('fiscal years begin in the month of the viewer and are named as such', () => {
  const locale = createLocale({ language: 'en-GB', fiscalYearStart: 4 });
  const data = read(toDate(24, 'fiscal-year', { locale }));
  assert.deepEqual(
    data.series.map(({ name }) => name),
    ['FY26', 'FY25', 'FY24'],
  );
  assert.deepEqual([data.label(0), data.label(11)], ['April', 'March']);
  assert.deepEqual(data.series[2]?.values.slice(8), [null, 1, 2, 3]);
});

test('one year, other measures, and several series stay one line each', () => {
  for (const props of [toDate(12, 'year'), toDate(30, undefined)]) assert.equal(read(props).series.length, 1);
  const two = resultOf([
    ...toDate(30, 'year').result.columns,
    { ...measure('orders', 'Orders', values(30)), restarts: 'year' as const },
  ]);
  assert.equal(read({ ...toDate(30, 'year'), result: two }).series.length, 2);
});

test('years have labels at the ends of their lines, and the axis names months without a year', () => {
  const texts = drawnTexts(renderToString(h(TileChart, toDate(30, 'year'))));
  for (const text of ['2026', '2025', '2024', 'Jan'])
    assert.equal(texts.filter((each) => each === text).length, 1, text);
});

test('a 29 February has a place in a year without one', () => {
  const days = ['2024-02-28', '2024-02-29', '2024-03-01', '2025-02-28', '2025-03-01'];
  const result = resultOf([
    dimension('day', 'Day', days, 'date', 'day'),
    { ...measure('revenue', 'Revenue', [1, 2, 3, 1, 2]), restarts: 'year' as const },
  ]);
  const data = read({ ...toDate(1, 'year'), result });
  assert.deepEqual(
    data.series.map((series) => series.values),
    [
      [1, 2],
      [1, 3],
    ],
  );
});

test('a line has no gap where only other years have dates, but where its own year lacks one', () => {
  const dashes = (dates: readonly string[], fillGaps = true) => {
    const { tile, ...props } = toDate(1, 'year');
    const query = { ...tile.query, dimensions: [{ column: 'date', grain: 'day', fillGaps } as const] };
    const result = resultOf([
      dimension('date', 'Date', dates, 'date', 'day'),
      { ...measure('revenue', 'Revenue', values(dates.length)), restarts: 'year' },
    ]);
    const svg = renderToString(h(TileChart, { ...props, tile: { ...tile, query }, result }));
    return svg.match(/stroke-dasharray="2.5 5.5"/g)?.length ?? 0;
  };
  const all = days(800, Date.UTC(2024, 0, 1));
  assert.equal(dashes(all), 0, 'across 29 February');
  const weekdays = all.filter((day) => new Date(day).getUTCDay() % 6 !== 0);
  assert.equal(dashes(weekdays, false), 0);
  assert.equal(dashes(all.filter((day) => !day.startsWith('2025-05'))), 1);
});
