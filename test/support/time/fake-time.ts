import { createTime, systemSource, type Time, type TimeSource } from '@inlay/server/platform/time/time';

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

/** Time that stands still until a test advances it: for one part of the server. */
export function fakeTime(start = Date.now()): FakeTime {
  return controlledTime({ start, realTimers: false });
}

/**
 * The time of a whole server. Its timers go off by themselves, or earlier if a test advances time: its work, and its
 * end, may depend on one that the test does not know. Deadlines take ten times as long, unless a test advances time.
 * The clock runs; with `start`, it stands still until a test moves it.
 */
export function serverTime(start?: number): FakeTime {
  return controlledTime({ start, realTimers: true });
}

/** Time limits of the product are for a machine that has time: on a busy one, healthy work may take longer. */
const PATIENCE = 10;

interface Control {
  readonly start: number | undefined;
  readonly realTimers: boolean;
}

function controlledTime({ start, realTimers }: Control): FakeTime {
  const waiting = new Set<Waiting>();
  const watchers = new Set<() => void>();
  let ahead = 0;
  let skipped = 0;
  // Whole, as a clock's: timers of a server go off at fractions of a millisecond.
  const now = () => Math.floor(ahead + (start ?? systemSource.now()));
  const monotonic = () => skipped + (realTimers ? systemSource.monotonic() : 0);
  const timersWith =
    (patience: number): TimeSource['setTimer'] =>
    (ms, work, options) => {
      const stop = () => {
        waiting.delete(timer);
        real?.stop();
      };
      const run = () => {
        stop();
        work();
      };
      const timer = { at: monotonic() + ms, run };
      const real = realTimers ? systemSource.setTimer(ms * patience, run, options) : undefined;
      waiting.add(timer);
      for (const look of watchers) look();
      return { stop };
    };
  const time = createTime({ now, monotonic, setTimer: timersWith(1) });
  const { deadline } = createTime({ now, monotonic, setTimer: timersWith(PATIENCE) });
  /** By time, and those of the same time in the order in which they were set. */
  const firstDue = (end: number) =>
    [...waiting].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  const skip = (ms: number) => {
    ahead += ms;
    skipped += ms;
  };
  return {
    ...time,
    deadline,
    advance: async (ms) => {
      const end = monotonic() + ms;
      let left = ms;
      for (let next = firstDue(end); next; next = firstDue(end)) {
        const step = Math.min(left, Math.max(0, next.at - monotonic()));
        left -= step;
        skip(step);
        next.run();
        await new Promise(setImmediate);
      }
      skip(left);
    },
    setClockBy: (ms) => {
      ahead += ms;
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

/** The time of a whole server, whose clock shows what a test says. */
export const timeAt = (now: () => number): Time => ({ ...serverTime(), now });

/** The same, whose clock stands still until a test sets it, however much time passes. */
export function standingTime(start: number): FakeTime {
  let now = start;
  return {
    ...serverTime(),
    now: () => now,
    setClockBy: (ms) => {
      now += ms;
    },
  };
}
