import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setImmediate as nextImmediate } from 'node:timers/promises';
import { bytesOf } from '../../../src/platform/concurrency/bytes-of.ts';

describe('bytesOf', () => {
  it('encodes all parts', async () => {
    const parts = Array.from({ length: 10_000 }, (_, index) => `part ${index} ä€😀\n`);
    assert.equal(await text(bytesOf(parts)), parts.join(''));
    assert.equal(await text(bytesOf([])), '');
  });

  it('makes no more than a few chunks for a client that does not read', async () => {
    let made = 0;
    const endless = function* () {
      for (;;) {
        made += 1000;
        yield 'x'.repeat(1000);
      }
    };
    const stream = bytesOf(endless());
    stream.read();
    for (let turn = 0; turn < 50; turn += 1) await nextImmediate();
    assert.ok(made > 0 && made < 1_000_000, `${made} bytes were made`);
    stream.destroy();
  });
});
