import { setTimeout as sleep } from 'node:timers/promises';
import { sweepAbandonedImports } from './directory/remove-abandoned-imports.ts';
import type { Services } from './services.ts';
import { createContextSweep } from './store/forget-contexts.ts';
import { sweepExpired } from './store/sweep-expired.ts';

const everyMs = 60_000;

/** Clears what has expired, in the background and in small steps. Answers a function that ends it. */
export function startSweeps({ store, clock, log }: Services): () => Promise<void> {
  const stop = new AbortController();
  const sweeps = [sweepExpired, createContextSweep(), sweepAbandonedImports];
  const run = async () => {
    while (!stop.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stop.signal, ref: false });
      for (const sweep of sweeps) {
        await sweep(store, clock(), stop.signal).catch((error) => log.error({ err: error }, 'sweep failed'));
      }
    }
  };
  const running = run().catch((error) => {
    if (!stop.signal.aborted) log.error({ err: error }, 'sweeps ended');
  });
  return async () => {
    stop.abort();
    await running;
  };
}
