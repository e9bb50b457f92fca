import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_COLORS, readColors, writeColors } from '../../../src/platform/render/page-colors.ts';

describe('the colors in the state of a page', () => {
  it('are read as they were written', () => {
    const page = new Map([
      ['sales/region', { '=North': 0, '': 3 }],
      ['sales/__proto__', { '=__proto__': 1 }],
    ]);
    const read = readColors(writeColors(page));
    assert.deepEqual(
      [...read].map(([dimension, slots]) => [dimension, { ...slots }]),
      [...page],
    );
  });

  it('are not more than a request may contain', () => {
    const names = Array.from({ length: MAX_COLORS + 1 }, (_, index) => [`=${index}`, 0]);
    assert.equal(writeColors(new Map([['d', Object.fromEntries(names)]]))?.length, MAX_COLORS);
    assert.equal(writeColors(new Map([['d', { [`=${'x'.repeat(5000)}`]: 0 }]])), undefined);
  });

  it('ignore entries of another release and of strangers', () => {
    assert.equal(
      readColors(['North', '', '["a","b",8]', '["a",1,2]', 'null', '{}', '["a","b",0.5]']).size,
      0,
    );
  });
});
