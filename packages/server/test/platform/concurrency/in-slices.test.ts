import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextImmediate } from 'node:timers/promises';
import { inSlices, nextTurn } from '../../../src/platform/concurrency/in-slices.ts';

/** The number of the current turn of the event loop, while `work` runs. */
async function countTurns(work: (turn: () => number) => Promise<unknown>): Promise<void> {
  // Of earlier work.
  await nextImmediate();
  let turn = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turn += 1) await nextImmediate();
  })();
  try {
    await work(() => turn);
  } finally {
    isDone = true;
    await counting;
  }
}

/** Items that take longer than a slice, and the turns in which they were made. */
function* longItems(count: number, made: () => void): Iterable<number> {
  for (let item = 0; item < count; item += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    made();
    yield item;
  }
}

describe('inSlices', () => {
  it('collects the items in order', async () => {
    assert.deepEqual(await inSlices(longItems(3, () => {})), [0, 1, 2]);
  });

  it('makes one slice per turn of the event loop, however many requests have such work', () =>
    countTurns(async (turn) => {
      const turns: number[] = [];
      const works = Array.from({ length: 4 }, () => inSlices(longItems(3, () => turns.push(turn()))));
      await Promise.all(works);
      assert.equal(turns.length, 12);
      assert.equal(new Set(turns).size, 12, `items were made in the turns ${turns}`);
    }));

  it('lets callers take turns', () =>
    countTurns(async (turn) => {
      const turns = await Promise.all(Array.from({ length: 5 }, () => nextTurn().then(turn)));
      assert.equal(new Set(turns).size, 5);
      assert.deepEqual(
        turns,
        turns.toSorted((a, b) => a - b),
      );
    }));
});
