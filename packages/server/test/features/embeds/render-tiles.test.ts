import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmbedRequest } from '../../../src/features/embeds/request/embed-request.ts';
import { renderTiles } from '../../../src/features/embeds/tiles/render-tiles.ts';

/** An embed that has none of the tiles, and notes which were looked up. */
function watchedRequest() {
  const started: string[] = [];
  const tiles = {
    get: (id: string) => {
      started.push(id);
      return undefined;
    },
  };
  const services = { log: { warn: () => {} } };
  return { started, request: { tiles, services } as unknown as EmbedRequest };
}

const TASKS = Array.from({ length: 50 }, (_, index) => ({ id: `tile-${index}` }));

describe('renderTiles', () => {
  it('works on no more than eight tiles that nobody has read yet', async () => {
    const { started, request } = watchedRequest();
    const rendering = renderTiles(request, TASKS);
    const first = await rendering.next();
    assert.equal(first.value?.state, 'failed');
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    assert.equal(started.length, 8);
    await rendering.next();
    assert.equal(started.length, 9);
    await rendering.return(undefined);
    assert.equal(started.length, 9);
  });

  it('yields each tile once', async () => {
    const { request } = watchedRequest();
    const indexes: number[] = [];
    for await (const { index } of renderTiles(request, TASKS)) indexes.push(index);
    assert.deepEqual(
      indexes.toSorted((a, b) => a - b),
      TASKS.map((_, index) => index),
    );
  });
});
