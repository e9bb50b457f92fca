/** No part that is this long waits for another. */
const JOINED_LENGTH = 64 * 1024;

/**
 * Joins texts that are ready in the same turn of the event loop. Each part of a response costs a flush of the encoder
 * and a write, and the tiles of a warm dashboard are ready at once. One that takes longer does not delay the others.
 */
export async function* joinReady(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const reader = texts[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<string>> | undefined;
  try {
    for (;;) {
      const part = await (next ?? reader.next());
      if (part.done) return;
      const turnOver = new Promise<undefined>((resolve) => setImmediate(resolve, undefined));
      let joined = part.value;
      next = undefined;
      while (joined.length < JOINED_LENGTH) {
        next = reader.next();
        // A failure is thrown once the parts before it have been read.
        const ready = await Promise.race([next, turnOver]).catch(() => undefined);
        if (ready === undefined || ready.done) break;
        joined += ready.value;
        next = undefined;
      }
      yield joined;
    }
  } finally {
    await reader.return?.();
  }
}
