import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';
import timers from 'node:timers/promises';

/** Calls `begun` with the length of each pause between attempts, which then takes no time unless the caller aborts. */
export function onPause(t: TestContext, begun: (ms: number) => void): void {
  t.mock.method(timers, 'setTimeout', async (ms: number, _: unknown, options?: { signal?: AbortSignal }) => {
    begun(ms);
    options?.signal?.throwIfAborted();
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}
