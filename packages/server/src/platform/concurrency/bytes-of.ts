import { Readable } from 'node:stream';
import { nextTurn } from './in-slices.ts';

/** Takes some milliseconds to make, and is enough for a client until the next turn of the event loop. */
const CHUNK = 128 * 1024;

/** Text as bytes, made as they are read: a client that stops reading costs no more than a chunk. */
export function bytesOf(parts: Iterable<string>): Readable {
  return Readable.from(chunksOf(parts), { objectMode: false, highWaterMark: CHUNK });
}

async function* chunksOf(parts: Iterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
    await nextTurn();
  }
  if (text !== '') yield Buffer.from(text);
}
