import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import fc from 'fast-check';
import { originalText, safeText } from '../../../src/platform/render/csv-line.ts';
import { resultCsv } from '../../../src/platform/render/result-csv.ts';

const column = (name: string, type: ResultColumn['type'], values: readonly Cell[]): ResultColumn => ({
  name,
  label: name,
  type,
  role: 'dimension',
  values,
});
const csv = (...columns: ResultColumn[]) =>
  [...resultCsv({ columns, rowCount: columns[0]?.values.length ?? 0, truncated: false })].join('');

describe('resultCsv', () => {
  it('prevents formula injection', () => {
    for (const text of ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '＝1+1'])
      assert.match(csv(column('a', 'string', [text])), /\r\n"?'/, text);
    assert.match(csv(column('=head', 'string', [])), /^\uFEFF'=head\r\n$/);
  });

  it('prevents formula injection behind invisible characters', () => {
    for (const text of [
      '\u200b=1',
      '\ufeff+1',
      '\u00a0-1',
      '\u00ad@x',
      ' =1',
      '\u0000=1',
      '\u3164=1',
      '\ufe0f＝1',
    ])
      assert.match(csv(column('a', 'string', [text])), /\r\n"?'/, JSON.stringify(text));
  });

  it('prevents formula injection where a semicolon separates cells', () => {
    assert.equal(
      csv(column('a', 'string', ['x;=1+1', ';\u200b@y;-2', 'a;b', ';'])),
      `\uFEFFa\r\n"x;'=1+1"\r\n";'\u200b@y;'-2"\r\n"a;b"\r\n";"\r\n`,
    );
  });

  it('protects texts so that programs can restore them', () => {
    const text = fc.string({ unit: fc.constantFrom('=', '-', ';', '\t', '\n', ' ', '\u200b', 'a') });
    fc.assert(fc.property(text, (each) => originalText(safeText(each)) === each));
    assert.equal(safeText('plain; text - with @ signs'), 'plain; text - with @ signs');
  });

  it('keeps numbers exact, including those that a double would round', () => {
    assert.equal(
      csv(column('a', 'decimal', [-1.5, '-12345678901234567890.12', null])),
      '\uFEFFa\r\n-1.5\r\n-12345678901234567890.12\r\n\r\n',
    );
    assert.equal(csv(column('a', 'decimal', ['-1+cmd'])), "\uFEFFa\r\n'-1+cmd\r\n");
  });

  it('quotes commas, quotes and line ends', () => {
    assert.equal(csv(column('a', 'string', ['x,"y"\nz'])), '\uFEFFa\r\n"x,""y""\nz"\r\n');
  });
});
