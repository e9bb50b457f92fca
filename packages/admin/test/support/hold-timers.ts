import type { PageGlobals } from './complete-dom.ts';

interface HeldTimer {
  at: number;
  readonly run: () => void;
  readonly every?: number;
}

/** Timers from this length on are held: short ones only let the page draw. */
const HELD_MS = 1000;

/**
 * Timers of a second and more run only when a test advances them: messages do not vanish from a slow machine, and no test
 * waits for a poll. Returns the function that advances them.
 */
export function holdTimers(page: PageGlobals): (ms: number) => void {
  const held = new Map<number, HeldTimer>();
  let now = 0;
  let last = 0;
  const hold = (run: () => void, ms: number, every?: number) => {
    last -= 1;
    held.set(last, { at: now + ms, run, ...(every !== undefined && { every }) });
    return last;
  };
  const { setTimeout, setInterval, clearTimeout, clearInterval } = page;
  Object.assign(page, {
    setTimeout: (run: () => void, ms = 0) => (ms < HELD_MS ? setTimeout(run, ms) : hold(run, ms)),
    setInterval: (run: () => void, ms = 0) => (ms < HELD_MS ? setInterval(run, ms) : hold(run, ms, ms)),
    clearTimeout: (id: number) => held.delete(id) || clearTimeout(id),
    clearInterval: (id: number) => held.delete(id) || clearInterval(id),
  });
  return (ms) => {
    now += ms;
    for (const [id, timer] of [...held]) {
      if (timer.at > now) continue;
      if (timer.every === undefined) held.delete(id);
      else timer.at = now + timer.every;
      timer.run();
    }
  };
}
