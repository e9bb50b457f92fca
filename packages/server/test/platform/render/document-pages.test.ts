import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadLayouts } from '@inlay/charts/flatten-table';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { Tile } from '@inlay/charts/tile';
import { loadDrawings } from '@inlay/charts/tile-chart';
import type { QueryResult } from '@inlay/protocol/result';
import { documentPages } from '../../../src/platform/render/document/document-pages.ts';
import { exportTheme } from '../../../src/platform/render/page-theme.ts';

await loadDrawings();
await loadLayouts();

const tile: Tile = {
  id: 't',
  title: 'Orders',
  kind: 'table',
  datasetId: 'orders',
  query: { dimensions: [{ column: 'n' }], measures: [] },
};
const pen = {
  theme: exportTheme([]),
  locale: createLocale({ language: 'en' }),
  linkHosts: [],
  imageHosts: [],
};

const resultOf = (rowCount: number, truncated: boolean): QueryResult => ({
  columns: [
    {
      name: 'n',
      label: 'Order',
      type: 'string',
      role: 'dimension',
      values: Array.from({ length: rowCount }, (_, row) => `order ${row}`),
    },
  ],
  rowCount,
  truncated,
});

async function printed(result: QueryResult, filters: readonly string[] = []) {
  const { pages, firstRows } = await documentPages(
    {
      content: { kind: 'tile', tile },
      outcomes: new Map([['t', { state: 'ready', result }]]),
      variables: {},
      filters,
      made: '',
    },
    pen,
  );
  const rows = pages.flatMap((page) => page.match(/(?<=>order )\d+(?=<)/g) ?? []);
  const notes = pages.map((page) => />((?:Only|Showing) [^<]*)</.exec(page)?.[1]);
  return { pages, firstRows, rows, notes };
}

describe('a document of a table', () => {
  it('has as many pages as its rows need', async () => {
    const { pages, firstRows, rows, notes } = await printed(resultOf(1400, false));
    assert.ok(pages.length > 40 && pages.length <= 100, String(pages.length));
    assert.deepEqual(
      [firstRows, new Set(rows).size, new Set(notes)],
      [undefined, 1400, new Set([undefined])],
    );
  });

  it('says in its last line that there are more rows than its pages can have', async () => {
    const { pages, firstRows, rows, notes } = await printed(resultOf(5000, false));
    assert.deepEqual([pages.length, firstRows], [99, rows.length]);
    assert.deepEqual(
      rows,
      Array.from({ length: rows.length }, (_, row) => String(row)),
    );
    const all = firstRows?.toLocaleString('en');
    assert.deepEqual([notes[0], notes.at(-1)], [undefined, `Showing ${all} of 5,000`]);
  });

  it('ends with the totals, however full the last page is', async () => {
    for (let rowCount = 20; rowCount < 60; rowCount += 1) {
      const { pages, rows } = await printed({ ...resultOf(rowCount, false), totals: { n: 'in all' } });
      assert.equal(rows.length, rowCount);
      assert.deepEqual(
        pages.flatMap((page, index) => (page.includes('>in all<') ? index + 1 : [])),
        [pages.length],
      );
    }
  });

  it('says in its last line that the result is truncated, however full the last page is', async () => {
    for (let rowCount = 20; rowCount < 60; rowCount += 1) {
      const { firstRows, rows, notes } = await printed(resultOf(rowCount, true), ['Region: North']);
      assert.deepEqual([firstRows, rows.length], [rowCount, rowCount]);
      assert.equal(notes.at(-1), `Only the first ${rowCount} rows are shown`);
    }
  });
});
