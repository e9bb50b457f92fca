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
});
