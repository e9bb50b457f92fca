import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cell } from '@inlay/protocol/result';
import { collectResult } from '../../../src/platform/engines/collect-result.ts';

const columns = [
  { name: 'n', type: 'number' },
  { name: 'text', type: 'string' },
] as const;
const LIMITS = { maxRows: 10_000, maxBytes: 1_000_000 };

describe('collecting a result', () => {
  test('sends full batches in order, and keeps the rest', async () => {
    const sent: Cell[] = [];
    const batches: number[] = [];
    const collector = collectResult(columns, LIMITS, async ([numbers = []]) => {
      // The first takes longest.
      if (batches.length === 0) await new Promise(setImmediate);
      batches.push(numbers.length);
      sent.push(...numbers);
    });
    for (let n = 0; n < 10_000; n += 1) assert.ok(collector.add([n, 'x']));
    assert.equal(collector.add([10_000, 'x']), false);
    const result = await collector.finish();
    assert.deepEqual(batches, [4096, 4096]);
    const rest = result.columns[0]?.values ?? [];
    assert.deepEqual(
      [...sent, ...rest],
      Array.from({ length: 10_000 }, (_, n) => n),
    );
    assert.deepEqual([result.rowCount, result.truncated], [10_000, true]);
  });

  test('sends a batch of few but large rows early', async () => {
    const batches: number[] = [];
    const collector = collectResult(columns, { ...LIMITS, maxBytes: 10_000_000 }, async ([numbers = []]) => {
      batches.push(numbers.length);
    });
    for (let n = 0; n < 5; n += 1) collector.add([n, 'x'.repeat(100_000)]);
    await collector.drained();
    assert.deepEqual(batches, [3]);
  });

  test('fails if a batch cannot be sent', async () => {
    const collector = collectResult(columns, LIMITS, () => Promise.reject(new Error('gone')));
    for (let n = 0; n < 4096; n += 1) collector.add([n, 'x']);
    await assert.rejects(collector.drained(), /gone/);
    await assert.rejects(collector.finish(), /gone/);
  });

  test('cuts long texts, between characters, and says so', async () => {
    const collector = collectResult(columns, { ...LIMITS, maxBytes: 10_000_000 });
    collector.add([1, 'ü'.repeat(1_000_000)]);
    collector.add([2, `x${'ü'.repeat(1_000_000)}`]);
    collector.add([3, 'x'.repeat(1_000_000)]);
    const [first, second, third] = (await collector.finish()).columns[1]?.values ?? [];
    assert.equal(first, `${'ü'.repeat(500_000)}… [1 MB of 2.0 MB]`);
    assert.equal(second, `x${'ü'.repeat(499_999)}… [1 MB of 2.0 MB]`);
    assert.equal(third, 'x'.repeat(1_000_000));
  });

  test('fails on a number that it would have to cut', () => {
    const collector = collectResult([{ name: 'amount', type: 'decimal' }], LIMITS);
    assert.throws(() => collector.add(['7'.repeat(1_000_001)]), { code: 'TOO_LARGE', column: 'amount' });
  });

  test('fails on a first row that is too large, with the name of its longest column', () => {
    const collector = collectResult(columns, { ...LIMITS, maxBytes: 1000 });
    assert.throws(() => collector.add([1, 'x'.repeat(2000)]), {
      code: 'TOO_LARGE',
      message: /too large in the column “text”/,
    });
  });

  test('fails on no columns, too many columns and rows that do not fit', () => {
    assert.throws(() => collectResult([], LIMITS), { code: 'BAD_RESPONSE' });
    const many = Array.from({ length: 2001 }, () => columns[0]);
    assert.throws(() => collectResult(many, LIMITS), { code: 'TOO_LARGE', message: /2001 columns/ });
    for (const row of [[], [1], [1, 'x', 2]])
      assert.throws(() => collectResult(columns, LIMITS).add(row), { code: 'BAD_RESPONSE' });
  });
});
