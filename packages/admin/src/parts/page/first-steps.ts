import { lazy } from './lazy.tsx';

/** How to begin in a tenant without data; nothing in all others. */
export const FirstSteps = lazy(
  async () => (await import('../../screens/data/start/load-first-data.ts')).loadFirstData(),
  0,
);
