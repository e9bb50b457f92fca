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

describe('the cover of a document', () => {
  const dashboard = {
    id: 'd',
    title: 'Sales <b>of</b> the year',
    description: 'By region.',
    items: [{ id: 'a', x: 0, y: 0, w: 12, h: 6, tile: 't' }],
  };
  const pagesOf = (more: object, own: object = {}) =>
    documentPages(
      {
        content: { kind: 'dashboard', dashboard, tiles: [tile] },
        outcomes: new Map([['t', { state: 'ready', result: resultOf(3, false) }]]),
        variables: {},
        filters: ['Region: North'],
        made: '19 Nov 2026',
        ...more,
      },
      { ...pen, ...own },
    );
  const cover = { brand: 'Acme & Co', moment: '19 November 2026 at 08:00 CET' };

  it('names the tenant, the title, the filters and the moment, and has no page number', async () => {
    const { pages } = await pagesOf({ cover });
    const [first = '', second = ''] = pages;
    assert.equal(pages.length, 2);
    for (const text of [
      'Acme &amp; Co',
      'Sales &lt;b&gt;of&lt;/b&gt;',
      'By region.',
      'Region: North',
      cover.moment,
    ])
      assert.ok(first.includes(text), text);
    assert.doesNotMatch(first, /\d \/ \d|inlay/i);
    assert.match(second, />2 \/ 2</);
    // What the cover says is not said again, except for filters: numbers without them mislead.
    assert.ok(!second.includes('By region.') && second.includes('Region: North'));
  });

  const logo = { png: Buffer.from('a logo'), width: 200, height: 40 };
  const imageOf = (page = '') =>
    /<g transform="translate\(([\d. ]+)\)">((?:<rect[^>]*>)?)<image ([^>]*)\/>/.exec(page);

  it('shows the logo in place of the name, at the start of the line', async () => {
    for (const [language, place] of [
      ['en', '0 0'],
      ['ar', '827 0'],
    ] as const) {
      const { pages } = await pagesOf({ cover: { ...cover, logo } }, { locale: createLocale({ language }) });
      const [, found, plate, attributes] = imageOf(pages[0]) ?? [];
      assert.deepEqual(
        [found, plate, attributes],
        [place, '', 'href="data:image/png;base64,YSBsb2dv" x="0" y="0" width="200" height="40"'],
      );
      assert.doesNotMatch(pages.join(''), /Acme/);
      assert.equal(pages.join('').match(/<image/g)?.length, 1);
    }
  });

  it('has a white plate behind the logo where the page is not white', async () => {
    for (const [language, place] of [
      ['en', '0 0'],
      ['ar', '803 0'],
    ] as const) {
      const { pages } = await pagesOf(
        { cover: { ...cover, logo } },
        { theme: exportTheme([{ mode: 'dark' }]), locale: createLocale({ language }) },
      );
      const [, found, plate = '', attributes = ''] = imageOf(pages[0]) ?? [];
      assert.deepEqual([found, plate], [place, '<rect width="224" height="56" rx="8" fill="#ffffff"/>']);
      assert.match(attributes, / x="12" y="8" width="200" height="40"$/);
    }
  });

  it('is for reports only', async () => {
    const { pages } = await pagesOf({});
    assert.equal(pages.length, 1);
    assert.match(pages[0] ?? '', /By region\.[\s\S]*>1 \/ 1</);
  });

  it('has room for long titles and many filters', async () => {
    const long = { ...dashboard, title: 'word '.repeat(200), description: 'text '.repeat(400) };
    const { pages } = await pagesOf({
      cover,
      content: { kind: 'dashboard', dashboard: long, tiles: [tile] },
      filters: Array.from({ length: 30 }, (_, index) => `Filter ${index}: ${'value '.repeat(60)}`),
    });
    const [first = ''] = pages;
    const places = Array.from(first.matchAll(/translate\(\S+ ([\d.]+)\)/g), ([, y]) => Number(y));
    assert.ok(Math.max(...places) < 794, String(Math.max(...places)));
    assert.match(first, />\+ 22</);
  });

  it('does not exist for one tile', async () => {
    const { pages } = await pagesOf({ cover, content: { kind: 'tile', tile } });
    assert.doesNotMatch(pages[0] ?? '', /Acme/);
  });
});
