import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '@inlay/protocol/result';
import { renderToString } from 'preact-render-to-string';
import { flattenTable, loadLayouts } from '../src/flatten-table.ts';
import { createLocale } from '../src/format/create-locale.ts';
import { pivotAxes, pivotQuery } from '../src/kinds/pivot-table/pivot-query.ts';
import { readPivot } from '../src/kinds/pivot-table/read-pivot.ts';
import { loadDrawings, TileChart } from '../src/tile-chart.ts';
import { tileQuery } from '../src/tile-query.ts';
import { fixture } from './fixtures/fixtures.ts';
import { dimension, measure, propsOf, resultOf } from './fixtures/make-fixture.ts';

await Promise.all([loadDrawings(), loadLayouts()]);

const locale = createLocale({ language: 'en' });
const query = { dimensions: [{ column: 'a' }, { column: 'b' }, { column: 'c' }], measures: ['m'] };
const namesOf = (options: Parameters<typeof pivotQuery>[1], of = query) =>
  (pivotQuery(of, options).subtotals ?? []).map(({ dimensions }) => dimensions.join(''));

test('pivot table: puts every dimension on rows or columns, by default the last one on columns', () => {
  const axes = (options: Parameters<typeof pivotAxes>[1], names = ['a', 'b', 'c']) => {
    const { rows, columns } = pivotAxes(names, options);
    return `${rows.join('')}|${columns.join('')}`;
  };
  assert.equal(axes({}), 'ab|c');
  assert.equal(axes({}, ['a']), 'a|');
  assert.equal(axes({}, []), '|');
  assert.equal(axes({ columns: ['a'] }), 'bc|a');
  assert.equal(axes({ rows: ['c', 'a'] }), 'ca|b');
  assert.equal(axes({ rows: ['a'], columns: ['c'] }), 'ab|c');
  assert.equal(axes({ rows: ['a', 'b'], columns: ['b', 'c'] }), 'ab|c');
  assert.equal(axes({ rows: ['gone'], columns: ['gone', 'b', 'b'] }), 'ac|b');
  assert.equal(axes({ rows: [], columns: ['a', 'b', 'c'] }), '|abc');
});

test('pivot table: queries only the groupings that it shows', () => {
  assert.deepEqual(namesOf({}), ['', 'c', 'a', 'ac', 'ab']);
  assert.deepEqual(namesOf({ subtotals: false }), ['', 'c', 'ab']);
  assert.deepEqual(namesOf({ totals: false }), ['ac']);
  assert.deepEqual(namesOf({ totals: false, subtotals: false }), []);
  assert.deepEqual(namesOf({ columns: [] }), ['', 'a', 'ab']);
  assert.deepEqual(namesOf({}, { ...query, measures: [] }), []);
});

test('pivot table: names a column with two grains as the result does', () => {
  const day = { column: 'day', grain: 'year' } as const;
  const dimensions = [{ column: 'a' }, day, { column: 'day', grain: 'month' } as const];
  assert.deepEqual(namesOf({ subtotals: false }, { ...query, dimensions }), ['', 'day:month', 'aday:year']);
});

test('a tile runs its own query, and a pivot table one with subtotals', () => {
  const tile = { query, options: { columns: ['b'] } };
  assert.equal(tileQuery({ ...tile, kind: 'bar' }), query);
  assert.equal(tileQuery({ ...tile, kind: 'pivot-table' }).subtotals?.length, 5);
});

const sales: QueryResult = resultOf(
  [
    dimension('a', 'A', ['x', 'x', 'y', 'y', null]),
    dimension('b', 'B', ['2', '10', '10', null, '2']),
    measure('m', 'M', [1, 2, 3, 4, 5]),
  ],
  {
    subtotals: [
      resultOf([dimension('a', 'A', ['y', 'x', null]), measure('m', 'M', [70, 30, 50])]),
      resultOf([dimension('b', 'B', ['10', '2', null]), measure('m', 'M', [500, 600, 400])]),
      resultOf([measure('m', 'M', [1500])]),
    ],
  },
);

test('pivot table: takes subtotals from the result, rows in its order and columns by value', () => {
  const table = readPivot({ query, options: {} }, sales, locale);
  const { rows, columns, total } = table;
  assert.deepEqual(
    rows.map(({ value }) => value),
    ['y', 'x', null],
  );
  assert.deepEqual(
    columns.map(({ depth, value }) => (depth === 0 ? 'total' : value)),
    ['2', '10', null, 'total'],
  );
  const cells = [...rows, ...(total ? [total] : [])].map((row) =>
    columns.map((column) => table.cell(row, column, 0)),
  );
  assert.deepEqual(cells, [
    [undefined, 3, 4, 70],
    [1, 2, undefined, 30],
    [5, undefined, undefined, 50],
    [600, 500, 400, 1500],
  ]);
});

test('pivot table: reverses its columns if the query sorts them descending', () => {
  const sort = [{ by: 'b', direction: 'desc' } as const];
  const { columns } = readPivot({ query: { ...query, sort }, options: { totals: false } }, sales, locale);
  assert.deepEqual(
    columns.map(({ value }) => value),
    ['10', '2', null],
  );
});

const draw = (name: string) => renderToString(TileChart(fixture(name)));
const rowsIn = (html: string) => [...html.matchAll(/<tr[^>]*>.*?<\/tr>/g)].map(([row]) => row);

test('pivot table: hides the rows of initially collapsed groups and marks them as collapsed', () => {
  const html = draw('pivot-collapsed');
  assert.equal(html.match(/aria-expanded="false"/g)?.length, 3);
  const body = rowsIn(html).filter((row) => row.includes('data-level'));
  for (const row of body) assert.equal(row.includes(' hidden'), row.includes('data-level="2"'), row);
});

test('pivot table: repeats the group names at the top of a page', () => {
  const html = draw('pivot-pages');
  assert.match(html, /data-page="2" data-pages="3"/);
  const [first] = rowsIn(html.slice(html.indexOf('<tbody')));
  assert.match(first ?? '', /data-level="1".*<button/);
});

test('pivot table: reports missing cells if the query was truncated', () => {
  assert.match(draw('pivot-truncated'), /Some cells are missing; totals include all rows/);
  assert.doesNotMatch(draw('pivot-default'), /inlay-table-note/);
});

test('pivot table: header and body rows have the same number of columns', () => {
  for (const name of ['pivot-two-by-two', 'pivot-measures', 'pivot-rows-only', 'pivot-columns-only']) {
    const html = draw(name);
    const width = html.match(/<tbody><tr.*?<\/tr>/)?.[0].match(/<t[hd]/g)?.length;
    const carried: number[] = [];
    for (const row of rowsIn(html.slice(0, html.indexOf('</thead>')))) {
      const cells = [...row.matchAll(/<t[hd]([^>]*)>/g)].map(([, attributes = '']) => ({
        columns: Number(attributes.match(/colspan="(\d+)"/)?.[1] ?? 1),
        rows: Number(attributes.match(/rowspan="(\d+)"/)?.[1] ?? 1),
      }));
      const own = cells.reduce((sum, { columns }) => sum + columns, 0);
      assert.equal(own + (carried.shift() ?? 0), width, `${name}: ${row}`);
      for (const { columns, rows } of cells)
        for (let below = 0; below < rows - 1; below += 1) carried[below] = (carried[below] ?? 0) + columns;
    }
  }
});

test('pivot table: exports have its columns and the depth of its rows', () => {
  const { tile, result } = fixture('pivot-measures');
  const flat = flattenTable(tile, result, locale);
  assert.deepEqual(
    flat?.result.columns.slice(0, 4).map(({ label }) => label),
    ['Region / Product', '2025 · Revenue', '2025 · Margin', '2026 · Revenue'],
  );
  assert.equal(flat.result.columns.at(-1)?.label, 'Total · Margin');
  assert.deepEqual(flat.rows.slice(0, 2), [
    { level: 1, isGroup: true, isHidden: false },
    { level: 2, isGroup: false, isHidden: false },
  ]);
  assert.equal(Object.keys(flat.result.totals ?? {}).length, 6);
  assert.equal(flattenTable({ ...tile, kind: 'table' }, result, locale), undefined);
});

test('pivot table: shows part of a huge result, with its total', () => {
  const many = Array.from({ length: 5000 }, (_, index) => index);
  const result = resultOf(
    [
      dimension(
        'a',
        'A',
        many.map((index) => `r${index % 50}`),
      ),
      dimension(
        'b',
        'B',
        many.map((index) => `c${index}`),
      ),
      measure('m', 'M', many),
    ],
    { subtotals: [resultOf([measure('m', 'M', [12_497_500])])] },
  );
  const html = renderToString(TileChart(propsOf('pivot-table', 'Many', result, { query })));
  assert.match(html, /Showing 200 of 5,001 columns/);
  assert.match(html, /12,497,500<\/td><\/tr><\/tfoot>/);
  const { tile } = propsOf('pivot-table', 'Many', result, { query });
  assert.equal(flattenTable(tile, result, locale)?.result.columns.length, 201);
});
