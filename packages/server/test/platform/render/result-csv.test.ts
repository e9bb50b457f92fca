import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import { resultCsv } from '../../../src/platform/render/result-csv.ts';

const column = (name: string, type: ResultColumn['type'], values: readonly Cell[]): ResultColumn => ({
  name,
  label: name,
  type,
  role: 'dimension',
  values,
});
const csv = (...columns: ResultColumn[]) =>
  resultCsv({ columns, rowCount: columns[0]?.values.length ?? 0, truncated: false });

describe('resultCsv', () => {
  it('prevents formula injection', async () => {
    for (const text of ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '＝1+1'])
      assert.match(await csv(column('a', 'string', [text])), /\r\n"?'/, text);
    assert.match(await csv(column('=head', 'string', [])), /^\uFEFF'=head\r\n$/);
  });

  it('keeps numbers exact, including those that a double would round', async () => {
    assert.equal(
      await csv(column('a', 'decimal', [-1.5, '-12345678901234567890.12', null])),
      '\uFEFFa\r\n-1.5\r\n-12345678901234567890.12\r\n\r\n',
    );
    assert.equal(await csv(column('a', 'decimal', ['-1+cmd'])), "\uFEFFa\r\n'-1+cmd\r\n");
  });

  it('quotes commas, quotes and line ends', async () => {
    assert.equal(await csv(column('a', 'string', ['x,"y"\nz'])), '\uFEFFa\r\n"x,""y""\nz"\r\n');
  });
});
