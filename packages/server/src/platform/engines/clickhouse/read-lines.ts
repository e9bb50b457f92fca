import type { IncomingMessage } from 'node:http';
import { MAX_ROW_BYTES, receivedTooMuch } from '../result-limits.ts';

const LINE_BREAK = 10;

interface LineErrors {
  /** For a line over the limit, from what has arrived of it. */
  readonly tooLong: (start: string) => Error;
  /** For a last line without a line break. */
  readonly unfinished: (line: string) => Error;
}

/** The lines of a body, as many at once as have arrived. */
export async function* readLines(
  body: IncomingMessage,
  maxBytes: number,
  { tooLong, unfinished }: LineErrors,
): AsyncGenerator<readonly string[]> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let received = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > maxBytes) throw receivedTooMuch();
    const end = chunk.lastIndexOf(LINE_BREAK);
    const rest = chunk.subarray(end + 1);
    if (end >= 0) {
      const complete = Buffer.concat([...begun, chunk.subarray(0, end)]);
      begun = [];
      begunBytes = 0;
      yield complete.toString().split('\n');
    }
    begun.push(rest);
    begunBytes += rest.length;
    if (begunBytes > MAX_ROW_BYTES) throw tooLong(Buffer.concat(begun).toString());
  }
  if (begunBytes > 0) throw unfinished(Buffer.concat(begun).toString());
}
