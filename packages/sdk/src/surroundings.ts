/** What the SDK takes from the page around it. */
export interface Surroundings {
  readonly now: () => number;
  readonly random: () => number;
  /** Returns what cancels it. */
  readonly after: (ms: number, act: () => void) => () => void;
  /** Settles once the page is online and on show: nobody misses what a sleeping page does not do. */
  readonly awake: () => Promise<void>;
}

const LONGEST_TIMEOUT = 2 ** 31 - 1;

export const browserSurroundings: Surroundings = {
  // Unlike performance.now(), this goes on while the computer sleeps.
  now: Date.now,
  random: Math.random,
  after: (ms, act) => {
    const timer = setTimeout(act, Math.min(ms, LONGEST_TIMEOUT));
    return () => clearTimeout(timer);
  },
  awake: () =>
    new Promise((resolve) => {
      const ends = new AbortController();
      const look = () => {
        if (!navigator.onLine || document.hidden) return;
        ends.abort();
        resolve();
      };
      addEventListener('online', look, ends);
      document.addEventListener('visibilitychange', look, ends);
      look();
    }),
};
