/** The parts of the page that tests replace. */
export interface PageContext {
  readonly clock: () => number;
  readonly chance: () => number;
  /** Calls `act` later; returns a function that cancels it. */
  readonly schedule: (ms: number, act: () => void) => () => void;
  /** Settles once the page is online and visible. */
  readonly awake: () => Promise<void>;
}

const LONGEST_TIMEOUT = 2 ** 31 - 1;

export const browserContext: PageContext = {
  // Unlike performance.now(), this includes the time that the computer sleeps.
  clock: Date.now,
  chance: Math.random,
  schedule: (ms, act) => {
    const timer = setTimeout(act, Math.min(ms, LONGEST_TIMEOUT));
    return () => clearTimeout(timer);
  },
  awake: async () => {
    const once = { once: true };
    while (!navigator.onLine || document.hidden)
      await new Promise((resolve) => {
        addEventListener('online', resolve, once);
        document.addEventListener('visibilitychange', resolve, once);
      });
  },
};
