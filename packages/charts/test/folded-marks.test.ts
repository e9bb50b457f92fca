import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ChartProps } from '../src/chart-props.ts';
import { DataTable } from '../src/data-table.ts';
import { unfoldMarks } from '../src/parts/folded-marks.ts';
import { pointsPath } from '../src/parts/path-data.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixture, fixtures } from './fixtures/fixtures.ts';

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const folded = (props: ChartProps) =>
  decode(/data-marks="([^"]*)"/.exec(renderToString(h(TileChart, props)))?.[1] ?? '');
/** As a browser reads the table. */
const cellsOf = (props: ChartProps) =>
  [
    ...renderToString(h(DataTable, props))
      .replace(/^.*<tbody>/, '')
      .matchAll(/<tr>(.*?)<\/tr>/g),
  ].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, text = '']) => decode(text)),
  );

test('a path leads through all points, and skips where there is only an x', () => {
  const heights = [10, 20.25, null, 5, null];
  const path = pointsPath(
    5,
    (i) => i * 10.05,
    (i) => heights[i] ?? null,
  );
  assert.equal(path, 'M0 10l10.1 10.3z20.1M30.2 5z40.2');
  const areas = unfoldMarks(
    JSON.stringify([4, 50, 0, 40.2, [path], 'a,A,b,B,c,C,d,D,e,E'.split(',')]),
    () => '',
  );
  assert.deepEqual(
    areas.map(({ mark }) => mark),
    [
      ['a', 0, [[0, 10, 'A']]],
      ['b', 10.1, [[0, 20.3, 'B']]],
      ['c', 20.1, []],
      ['d', 30.2, [[0, 5, 'D']]],
      ['e', 40.2, []],
    ],
  );
  assert.deepEqual(
    areas.map(({ x, y, height }) => [x, y, height]),
    [
      [0, 4, 50],
      [5.1, 4, 50],
      [15.1, 4, 50],
      [25.2, 4, 50],
      [35.2, 4, 50],
    ],
  );
  assert.equal(Math.round(areas.reduce((sum, { width }) => sum + width, 0)), 40);
});

test('marks that are rows of the table beside the chart take the same words from there', () => {
  let read = 0;
  for (const { name, props } of fixtures) {
    const own = folded(props);
    const beside = folded({ ...props, rowsBeside: 60 });
    if (own === '' || own === beside) continue;
    read += 1;
    assert.ok(beside.length < own.length, name);
    const cells = cellsOf(props);
    const [alone, together] = [own, beside].map((text) =>
      unfoldMarks(text, (row, column) => cells[row]?.[column] ?? ''),
    );
    // Numbers of a table line up: their decimals may be others than those of a number alone.
    const plain = (areas: typeof alone) =>
      areas?.map(({ mark: [label, x, items] }) => [
        label,
        x,
        items.map(([s, y, text]) => [s, y, text.replace(/[.,]\d{1,2}(?!\d)/, '')]),
      ]);
    assert.deepEqual(plain(together), plain(alone), name);
  }
  assert.ok(read > 5, `${read} fixtures`);
});

test('marks keep their own words where the table has other rows, or not all of them', () => {
  const words = (text: string) => (JSON.parse(text) as unknown[])[5] as unknown[];
  assert.deepEqual(words(folded({ ...fixture('line-year'), rowsBeside: 60 })), [0, 1]);
  assert.equal(words(folded({ ...fixture('line-year'), rowsBeside: 11 }))[0], 'January 2025');
  assert.equal(words(folded({ ...fixture('line-regions'), rowsBeside: 60 }))[0], 'January 2025');
});
