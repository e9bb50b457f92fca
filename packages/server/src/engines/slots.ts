/** A bounded number of places; who comes when all are taken waits, first come, first served. */
export interface Slots {
  /** Resolves with the function that gives the place back; rejects with the signal's reason while waiting. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function makeSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  function giveBack(): void {
    free += 1;
    const [next] = waiting;
    if (next === undefined) return;
    waiting.delete(next);
    next();
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free === 0) {
        const turn = Promise.withResolvers<void>();
        const onAbort = () => {
          waiting.delete(turn.resolve);
          turn.reject(signal.reason);
        };
        waiting.add(turn.resolve);
        signal.addEventListener('abort', onAbort, { once: true });
        await turn.promise;
        signal.removeEventListener('abort', onAbort);
      }
      free -= 1;
      let given = false;
      return () => {
        if (!given) giveBack();
        given = true;
      };
    },
  };
}
