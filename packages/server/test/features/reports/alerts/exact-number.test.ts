import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell } from '@inlay/protocol/result';
import fc from 'fast-check';
import {
  addExact,
  compareExact,
  type ExactNumber,
  exactNumber,
  multiplyExact,
  sizeOf,
  subtractExact,
} from '../../../../src/features/reports/alerts/exact-number.ts';

const exact = (cell: Cell): ExactNumber => {
  const number = exactNumber(cell);
  assert.ok(number, String(cell));
  return number;
};
const isEqual = (one: ExactNumber, other: ExactNumber) => compareExact(one, other) === 0;

describe('exact numbers', () => {
  it('keep digits that a double would round', () => {
    assert.equal(compareExact(exact('9007199254740993'), exact(9007199254740992)), 1);
    assert.equal(compareExact(exact('-9007199254740993.5'), exact('-9007199254740993.25')), -1);
    assert.equal(compareExact(exact('1.10'), exact(1.1)), 0);
  });

  it('take a number as it is written, so that a tenth is a tenth', () => {
    assert.ok(isEqual(addExact(exact(0.1), exact(0.2)), exact(0.3)));
    assert.ok(isEqual(subtractExact(exact(0.3), exact(0.1)), exact(0.2)));
    assert.ok(isEqual(multiplyExact(exact(1.1), exact(1.1)), exact(1.21)));
  });

  it('read very large and very small numbers', () => {
    assert.ok(isEqual(exact(1e21), exact('1000000000000000000000')));
    assert.ok(isEqual(exact(2.5e-7), exact('0.00000025')));
    assert.equal(compareExact(exact(1e308), exact(1e307)), 1);
    assert.equal(compareExact(exact(5e-324), exact(0)), 1);
  });

  it('are undefined for what is not a number', () => {
    for (const cell of [
      null,
      '',
      'NaN',
      'Infinity',
      '1,000',
      'abc',
      true,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ])
      assert.equal(exactNumber(cell), undefined, String(cell));
    assert.equal(exactNumber(undefined), undefined);
  });

  it('compare integers of any size like BigInt', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (one, other) => {
        const expected = one === other ? 0 : one < other ? -1 : 1;
        assert.equal(compareExact(exact(String(one)), exact(String(other))), expected);
        assert.ok(isEqual(sizeOf(exact(String(one))), exact(String(one < 0n ? -one : one))));
      }),
    );
  });

  it('compare doubles like doubles', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, double, (one, other) => {
        const expected = one === other ? 0 : one < other ? -1 : 1;
        assert.equal(compareExact(exact(one), exact(other)), expected);
      }),
    );
  });
});
