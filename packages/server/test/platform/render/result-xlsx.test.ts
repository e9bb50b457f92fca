import assert from 'node:assert/strict';
import test from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { Grain } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import { resultXlsx, sheetNames, type WorkbookSheet } from '../../../src/platform/render/result-xlsx.ts';

const locale = createLocale({ language: 'en' });
/** The texts of the parts, by path. */
const partsOf = (sheets: readonly WorkbookSheet[], written = locale): Readonly<Record<string, string>> =>
  Object.fromEntries([...resultXlsx(sheets, written)].map(([path, pieces]) => [path, [...pieces].join('')]));
const result: QueryResult = {
  rowCount: 2,
  truncated: false,
  columns: [
    {
      name: 'who',
      label: '=Who',
      type: 'string',
      role: 'dimension',
      values: ['=cmd|calc', 'Ann & <Bo>\u0007\ud800'],
    },
    { name: 'day', label: 'Day', type: 'date', role: 'dimension', values: ['2026-03-01', '1850-01-01'] },
    { name: 'at', label: 'At', type: 'datetime', role: 'dimension', values: ['2026-03-01T12:00:00Z', null] },
    {
      name: 'sum',
      label: 'Sum',
      type: 'decimal',
      role: 'measure',
      values: [10.5, '12345678901234567890.12'],
    },
    { name: 'ok', label: 'Ok', type: 'boolean', role: 'dimension', values: [true, false] },
  ],
};
const sheet = partsOf([{ result, title: "Sales: 'a/b' [x]" }])['xl/worksheets/sheet1.xml'] ?? '';

test('XLSX: writes typed cells', () => {
  assert.match(sheet, /<c r="B2" s="2"><v>46082<\/v><\/c>/);
  assert.match(sheet, /<c r="C2" s="3"><v>46082\.5<\/v><\/c>/);
  assert.match(sheet, /<c r="D2"><v>10\.5<\/v><\/c>/);
  assert.match(sheet, /<c r="E2" t="b"><v>1<\/v><\/c><\/row>/);
});

test('XLSX: never writes a formula, whatever a text starts with', () => {
  assert.doesNotMatch(sheet, /<f>/);
  assert.match(sheet, /<c r="A2" t="inlineStr"><is><t xml:space="preserve">=cmd\|calc<\/t>/);
  assert.match(sheet, /<c r="A1" t="inlineStr" s="1"><is><t xml:space="preserve">=Who<\/t>/);
});

test('XLSX: writes numbers that Excel would round and dates before 1900 as text', () => {
  assert.match(sheet, /r="D3" t="inlineStr"><is><t xml:space="preserve">12345678901234567890\.12</);
  assert.match(sheet, /r="B3" t="inlineStr"><is><t xml:space="preserve">1850-01-01</);
});

test('XLSX: writes valid XML for any data, and valid sheet names', () => {
  assert.match(sheet, /Ann &amp; &lt;Bo&gt;<\/t>/);
  assert.match(
    partsOf([{ result, title: "Sales: 'a/b' [x]" }])['xl/workbook.xml'] ?? '',
    /name="Sales {2}'a b' {2}x"/,
  );
  assert.match(partsOf([{ result, title: '[]' }])['xl/workbook.xml'] ?? '', /name="Data"/);
});

test('XLSX: writes months, years and weeks as formatted dates, quarters as text, and totals below the filter', () => {
  const buckets = (grain: Grain) => ({
    ...({
      name: grain,
      label: grain,
      type: 'date',
      role: 'dimension',
      grain,
      values: ['2025-04-01'],
    } as const),
    format: { kind: 'date' } as const,
  });
  const grains: QueryResult = {
    rowCount: 1,
    truncated: false,
    columns: [
      ...(['month', 'year', 'week', 'quarter', 'fiscal-quarter'] as const).map(buckets),
      { name: 'sum', label: 'Sum', type: 'decimal', role: 'measure', values: [7] },
    ],
    totals: { sum: 9 },
  };
  const parts = partsOf(
    [{ result: grains, title: 'Buckets' }],
    createLocale({ language: 'en', fiscalYearStart: 4 }),
  );
  const written = parts['xl/worksheets/sheet1.xml'] ?? '';
  assert.match(
    written,
    /<c r="A2" s="4"><v>45748<\/v><\/c><c r="B2" s="5"><v>45748<\/v><\/c><c r="C2" s="6"><v>45748<\/v>/,
  );
  assert.match(written, /r="D2".*?>Q2 2025<.*?r="E2".*?>Q1 FY26</);
  assert.match(written, /<row r="3"><c r="A3" t="inlineStr" s="1">.*?>Total<.*?<c r="F3" s="1"><v>9<\/v>/);
  assert.match(written, /<autoFilter ref="A1:F2"\/>/);
  const styles = parts['xl/styles.xml'] ?? '';
  assert.match(styles, /formatCode="mmm\\ yyyy".*formatCode="&quot;Week of &quot;yyyy\\-mm\\-dd"/);
});

test('XLSX: says in the last line that rows are missing, below the totals', () => {
  const totals = { who: 'all' };
  const note = 'Only the first <2> rows';
  const flat = { result, head: [[]], rows: [] };
  const parts = partsOf(
    [
      { result, title: 'Rows', note },
      { result: { ...result, totals }, title: 'Totals', note },
      { result, title: 'Groups', table: flat, note },
      { result, title: 'Group totals', table: { ...flat, result: { ...result, totals } }, note },
    ],
    locale,
  );
  const lastRows = [1, 2, 3, 4].map(
    (number) =>
      /<row r="(\d+)"><c r="A\d+" t="inlineStr"><is><t xml:space="preserve">Only the first &lt;2&gt; rows<\/t><\/is><\/c><\/row><\/sheetData>/.exec(
        parts[`xl/worksheets/sheet${number}.xml`] ?? '',
      )?.[1],
  );
  const { rowCount } = result;
  assert.deepEqual(lastRows.map(Number), [rowCount + 2, rowCount + 3, rowCount + 2, rowCount + 3]);
  assert.match(
    parts['xl/worksheets/sheet2.xml'] ?? '',
    new RegExp(`<autoFilter ref="A1:\\w${rowCount + 1}"/>`),
  );
});

test('XLSX: gives each sheet a valid unique name', () => {
  const long = 'Revenue by region, product and channel';
  assert.deepEqual(sheetNames(['Revenue', 'REVENUE', 'revenue', '', ':', long, long, 'History']), [
    'Revenue',
    'REVENUE (2)',
    'revenue (3)',
    'Data',
    'Data (2)',
    'Revenue by region, product and',
    'Revenue by region, product (2)',
    'History (2)',
  ]);
  for (const name of sheetNames(['\u{1F600}'.repeat(40), '\u{1F600}'.repeat(40)])) {
    assert.ok(name.length <= 31, name);
    assert.ok(name.isWellFormed(), name);
  }
});

test('XLSX: writes links as hyperlinks', () => {
  const links = new Map([['who', (row: number) => (row === 1 ? 'https://a.example/?x=1&y="2"' : undefined)]]);
  const parts = partsOf(
    [
      { result, title: 'Plain' },
      { result, title: 'Linked', links },
    ],
    locale,
  );
  assert.match(
    parts['xl/worksheets/sheet2.xml'] ?? '',
    /<autoFilter [^>]*\/><hyperlinks><hyperlink ref="A3" r:id="rId1"\/><\/hyperlinks><\/worksheet>$/,
  );
  assert.match(
    parts['xl/worksheets/_rels/sheet2.xml.rels'] ?? '',
    /relationships\/hyperlink" Target="https:\/\/a\.example\/\?x=1&amp;y=&quot;2&quot;" TargetMode="External"\/>/,
  );
  assert.doesNotMatch(parts['xl/worksheets/sheet1.xml'] ?? '', /hyperlink/);
  assert.equal(parts['xl/worksheets/_rels/sheet1.xml.rels'], undefined);
});
