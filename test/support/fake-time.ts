import { createTime, systemSource, systemTime, type Time } from '@inlay/server/platform/time/time';

/** Time that a test controls. */
export interface FakeTime extends Time {
  /** Lets time pass: runs the timers that become due, in order, and lets each start its work. */
  advance(ms: number): Promise<void>;
  /** Sets the clock of the machine ahead, or back. No time passes. */
  setClockBy(ms: number): void;
  /** Resolves as soon as this many sleeps, deadlines and timers wait. */
  untilWaiting(count?: number): Promise<void>;
}

interface Waiting {
  readonly at: number;
  run(): void;
}

/**
 * `now` stands still until a test moves it. So do all timers, except with `realTimers`: those of a whole server go off
 * after their real time as well, because its work, and its end, may depend on one that the test does not know.
 */
export function fakeTime(start = Date.now(), { realTimers = false } = {}): FakeTime {
  const waiting = new Set<Waiting>();
  const watchers = new Set<() => void>();
  let now = start;
  let skipped = 0;
  const monotonic = () => skipped + (realTimers ? systemSource.monotonic() : 0);
  const time = createTime({
    now: () => now,
    monotonic,
    setTimer: (ms, work, options) => {
      const stop = () => {
        waiting.delete(timer);
        real?.stop();
      };
      const run = () => {
        stop();
        work();
      };
      const timer = { at: monotonic() + ms, run };
      const real = realTimers ? systemSource.setTimer(ms, run, options) : undefined;
      waiting.add(timer);
      for (const look of watchers) look();
      return { stop };
    },
  });
  /** By time, and those of the same time in the order in which they were set. */
  const firstDue = (end: number) =>
    [...waiting].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  const skip = (ms: number) => {
    now += ms;
    skipped += ms;
  };
  return {
    ...time,
    advance: async (ms) => {
      const nowAtEnd = now + ms;
      const end = monotonic() + ms;
      for (let next = firstDue(end); next; next = firstDue(end)) {
        skip(Math.max(0, next.at - monotonic()));
        next.run();
        await new Promise(setImmediate);
      }
      skip(Math.max(0, end - monotonic()));
      now = nowAtEnd;
    },
    setClockBy: (ms) => {
      now += ms;
    },
    untilWaiting: (count = 1) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        if (waiting.size < count) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
      return promise;
    },
  };
}

/** System time, except that the clock shows what a test says. */
export const timeAt = (now: () => number): Time => ({ ...systemTime, now });
