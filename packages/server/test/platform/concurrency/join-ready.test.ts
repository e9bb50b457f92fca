import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { joinReady } from '@inlay/server/platform/concurrency/join-ready';

/** Texts, and a turn of the event loop wherever there is none. */
async function* made(...texts: readonly (string | undefined)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text === undefined) await nextTurn();
    else yield text;
  }
}

describe('texts that are ready together', () => {
  it('are one part', async () => {
    assert.deepEqual(await Array.fromAsync(joinReady(made('a', 'b', 'c'))), ['abc']);
  });

  it('do not wait for one that takes longer', async () => {
    const parts = joinReady(made('a', 'b', undefined, undefined, 'c', 'd'));
    assert.deepEqual(await Array.fromAsync(parts), ['ab', 'cd']);
  });

  it('are read before the failure of a later one', async () => {
    const failing = async function* () {
      yield 'a';
      yield 'b';
      throw new Error('no more');
    };
    const parts = joinReady(failing());
    assert.deepEqual(await parts.next(), { done: false, value: 'ab' });
    await assert.rejects(parts.next(), /no more/);
  });

  it('are not made ahead of a long one', async () => {
    const long = 'x'.repeat(64 * 1024);
    let count = 0;
    const counted = async function* () {
      for (; count < 10; count += 1) yield long;
    };
    const parts = joinReady(counted());
    await parts.next();
    await nextTurn();
    assert.equal(count, 0, 'the second one is made when it is read');
    await parts.return(undefined);
  });

  it('end when their reader stops', async () => {
    const stopped = Promise.withResolvers<void>();
    const endless = async function* () {
      try {
        for (;;) {
          yield 'more';
          await nextTurn();
        }
      } finally {
        stopped.resolve();
      }
    };
    for await (const _ of joinReady(endless())) break;
    await stopped.promise;
  });
});
