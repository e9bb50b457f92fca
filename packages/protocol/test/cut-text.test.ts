import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutText } from '../src/cut-text.ts';

describe('a text that is cut', () => {
  for (const [text, most, expected] of [
    ['revenue', 3, 'rev'],
    ['rev', 3, 'rev'],
    ['', 3, ''],
    ['📈📉📊💰', 3, '📈📉📊'],
    ['a📈📉📊', 3, 'a📈📉'],
    ['a📈b', 2, 'a📈'],
  ] as const)
    it(`keeps ${most} characters of “${text}”`, () => {
      assert.equal(cutText(text, most), expected);
    });
});
