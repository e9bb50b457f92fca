import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exactJson, exactText, parseExactJson } from '../../../src/platform/engines/exact-json.ts';
import { placeOfEnd } from '../../../src/platform/engines/json-text.ts';

describe('exact JSON', () => {
  test('keeps the digits of integers that a double would round', () => {
    const text =
      '[9223372036854775807,-9223372036854775808,9007199254740991,[12345678901234567890],{"a":99999999999999999}]';
    const values = parseExactJson(text) as readonly unknown[];
    assert.deepEqual(values.slice(0, 3).map(exactText), [
      '9223372036854775807',
      '-9223372036854775808',
      '9007199254740991',
    ]);
    assert.equal(values[2], 9007199254740991);
    assert.equal(exactJson(values), text);
  });

  test('leaves digits in texts, fractions and exponents alone', () => {
    const text = String.raw`["a,12345678901234567890,\",98765432109876543210 ",0.12345678901234567890,1e5,12345678901234567.5]`;
    assert.deepEqual(parseExactJson(text), JSON.parse(text));
  });

  test('fails where JSON.parse fails', () => {
    for (const text of ['[12345678901234567890', '12345678901234567890"', '[,12345678901234567890]', ''])
      assert.throws(() => parseExactJson(text), SyntaxError);
  });
});

describe('the place of the end of an unfinished JSON text', () => {
  for (const [text, place] of [
    ['["a","b', [1]],
    ['["a,]","b\\",', [1]],
    ['{"id":"1","columns":[{"name":"a"}],"data":[[1,"x"],[2,{"b":[7,', ['data', 1, 1, 'b', 1]],
    ['', []],
    ['[[]', [0]],
  ] as const)
    test(text, () => assert.deepEqual(placeOfEnd(text), place));
});
