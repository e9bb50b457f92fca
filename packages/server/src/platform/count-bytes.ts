import type { Readable } from 'node:stream';

/** Passes on the bytes of a stream, and tells how many each part has. */
export async function* countBytes(
  source: Readable,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const part of source as AsyncIterable<Buffer>) {
    yield part;
    onBytes(part.length);
  }
}
