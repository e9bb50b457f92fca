import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TileKind } from '../src/chart-kinds.ts';
import { loadLayouts } from '../src/flatten-table.ts';
import { createLocale } from '../src/format/create-locale.ts';
import { tableText } from '../src/table-text.ts';
import type { Tile } from '../src/tile.ts';
import { dimension, euro, measure, months, resultOf } from './fixtures/make-fixture.ts';

await loadLayouts();

const locale = createLocale({ language: 'en-GB' });
const tileOf = (kind: TileKind, options?: Tile['options']): Tile => ({
  id: 't',
  title: 'Revenue',
  kind,
  datasetId: 'sales',
  query: { dimensions: [], measures: [] },
  ...(options && { options }),
});
const limits = { maxRows: 3, maxColumns: 4 };
const regions = resultOf(
  [
    dimension('region', 'Region', ['North', null, 'South', 'West']),
    measure('n', 'Revenue', [1, 2, 3, 4], euro),
  ],
  { totals: { n: 10 } },
);

describe('the data of a tile as text', () => {
  it('is its first rows, written as on the page', () => {
    assert.deepEqual(tableText({ tile: tileOf('bar'), result: regions, locale }, limits), {
      columns: [
        { label: 'Region', isNumber: false },
        { label: 'Revenue', isNumber: true },
      ],
      rows: [
        ['North', '€1.00'],
        ['(none)', '€2.00'],
        ['South', '€3.00'],
      ],
      rowCount: 4,
      columnCount: 2,
    });
  });

  it('is sorted as the viewer sorted the table, and ends with its totals', () => {
    const sort = { by: 'n', direction: 'desc' } as const;
    const { rows, total } = tableText({ tile: tileOf('table'), result: regions, locale, sort }, limits);
    assert.deepEqual(rows, [
      ['West', '€4.00'],
      ['South', '€3.00'],
      ['(none)', '€2.00'],
    ]);
    assert.deepEqual(total, ['Total', '€10.00']);
  });

  it('is the latest rows of a chart over time, and the first ones of a table', () => {
    const values = months(6).map((_, month) => month);
    const time = dimension('month', 'Month', months(6), 'date', 'month');
    const result = resultOf([time, measure('n', 'Orders', values)]);
    const firsts = (kind: TileKind, given = result) =>
      tableText({ tile: tileOf(kind), result: given, locale }, limits).rows.map(([, value]) => value);
    assert.deepEqual(firsts('line'), ['3', '4', '5']);
    assert.deepEqual(firsts('table'), ['0', '1', '2']);
    const backwards = resultOf([
      dimension('month', 'Month', months(6).toReversed(), 'date', 'month'),
      measure('n', 'Orders', values.toReversed()),
    ]);
    assert.deepEqual(firsts('line', backwards), ['5', '4', '3']);
  });

  it('has a column per series, which can be compared', () => {
    const result = resultOf([
      dimension('product', 'Product', ['Tea', 'Tea', 'Cocoa']),
      dimension('region', 'Region', ['North', 'South', 'South']),
      measure('n', 'Orders', [1, 2, 3]),
    ]);
    const { columns, rows } = tableText({ tile: tileOf('bar'), result, locale }, limits);
    assert.deepEqual(
      columns.map(({ label }) => label),
      ['Product', 'North', 'South'],
    );
    assert.deepEqual(rows, [
      ['Tea', '1', '2'],
      ['Cocoa', '–', '3'],
    ]);
    const { columns: narrow, columnCount } = tableText(
      { tile: tileOf('bar'), result, locale },
      { maxRows: 3, maxColumns: 2 },
    );
    assert.deepEqual([narrow.length, columnCount], [2, 3]);
  });

  it('has the groups of a pivot table as rows, and no addresses of images', () => {
    const result = resultOf([
      dimension('product', 'Product', ['Tea', 'Cocoa']),
      dimension('photo', 'Photo', ['https://a.example/1.png', 'https://a.example/2.png']),
      measure('n', 'Orders', [1, 2]),
    ]);
    const tile = tileOf('table', { images: { photo: '{photo}' } });
    assert.deepEqual(tableText({ tile, result, locale }, limits).rows, [
      ['Tea', '1'],
      ['Cocoa', '2'],
    ]);
    const pivot = tableText(
      { tile: tileOf('pivot-table', { rows: ['product'], columns: [] }), result, locale },
      limits,
    );
    assert.equal(pivot.rows[0]?.[0], 'Tea');
  });
});
