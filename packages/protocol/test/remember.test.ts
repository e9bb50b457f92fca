import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remember } from '../src/remember.ts';

test('remembered values: are made once per key, and never more than the limit are kept', () => {
  const made: number[] = [];
  const square = remember(3, (key: number) => {
    made.push(key);
    return key * key;
  });
  assert.deepEqual([2, 2, 3, 4, 2].map(square), [4, 4, 9, 16, 4]);
  assert.deepEqual(made, [2, 3, 4]);
  square(5);
  assert.equal(square(2), 4);
  assert.deepEqual(made, [2, 3, 4, 5, 2], 'a full cache starts over');
});
