import type { Time } from '../time/time.ts';
import { EngineError } from './engine-error.ts';

/** Long enough for most queries; a server that stops must not wait forever. */
const GIVE_UP_MS = 30_000;

/** Tracks running work, so that nothing is closed while it is in use. */
export interface Drain {
  /** Runs the work, or refuses it once closing has begun. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all running work has ended, or after a time limit. */
  close(): Promise<void>;
}

export function makeDrain(time: Time): Drain {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  return {
    async run(work) {
      if (closed) throw new EngineError('CANCELLED');
      const working = work();
      running.add(working);
      try {
        return await working;
      } finally {
        running.delete(working);
      }
    },
    async close() {
      closed = true;
      const giveUp = Promise.withResolvers<void>();
      const timer = time.after(GIVE_UP_MS, giveUp.resolve);
      await Promise.race([Promise.allSettled(running), giveUp.promise]);
      timer.stop();
    },
  };
}
