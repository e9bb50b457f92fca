import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRenderer } from '../src/render-tiles.ts';

const tile = (id: string) => ({ id, width: 100, height: 100 }) as never;
const choices = {} as never;
const lineOf = (index: number) => `${JSON.stringify({ index, html: 'drawing' })}\n`;

/** A response that the test writes, and whether the request was aborted. */
function openResponse() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  let signal: AbortSignal | undefined;
  return {
    send: async (_body: unknown, given: AbortSignal) => {
      signal = given;
      return new Response(readable);
    },
    write: (text: string) => writer.write(encoder.encode(text)),
    isAborted: () => signal?.aborted ?? false,
  };
}

describe('a request that renders several tiles', () => {
  it('is aborted when nobody waits for what is missing', async () => {
    const response = openResponse();
    const renderer = createRenderer(response.send);
    const [first, second] = [new AbortController(), new AbortController()];
    const done = renderer.renderTile(tile('one'), choices, first.signal);
    const lost = renderer.renderTile(tile('two'), choices, second.signal);
    await Promise.all([response.write(lineOf(0)), done]);
    assert.equal(response.isAborted(), false);
    second.abort();
    assert.equal(response.isAborted(), true);
    lost.catch(() => {});
  });

  it('is not aborted once every tile is there, so that the connection can be used again', async () => {
    const response = openResponse();
    const renderer = createRenderer(response.send);
    const control = new AbortController();
    const both = ['one', 'two'].map((id) => renderer.renderTile(tile(id), choices, control.signal));
    await Promise.all([response.write(lineOf(0) + lineOf(1)), ...both]);
    control.abort();
    assert.equal(response.isAborted(), false);
  });

  it('goes on while one of its tiles is still wanted', async () => {
    const response = openResponse();
    const renderer = createRenderer(response.send);
    const [first, second] = [new AbortController(), new AbortController()];
    const lost = renderer.renderTile(tile('one'), choices, first.signal);
    const wanted = renderer.renderTile(tile('two'), choices, second.signal);
    await Promise.resolve();
    first.abort();
    await Promise.all([response.write(lineOf(0) + lineOf(1)), wanted]);
    assert.equal(response.isAborted(), false);
    lost.catch(() => {});
  });
});
