/** A bounded number of places; who comes when all are taken waits, first come, first served. */
export interface Slots {
  /** Resolves with the function that gives the place back; rejects with the signal's reason while waiting. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function makeSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  /** A place goes straight to who waits longest, so that nobody slips in between. */
  function giveBack(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  async function waitForTurn(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const onAbort = () => {
      if (waiting.delete(turn.resolve)) turn.reject(signal.reason);
    };
    waiting.add(turn.resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    await turn.promise;
    signal.removeEventListener('abort', onAbort);
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await waitForTurn(signal);
      let given = false;
      return () => {
        if (!given) giveBack();
        given = true;
      };
    },
  };
}
