import { AssertionError } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** What has not happened by then is broken, on a busy machine too. */
const PATIENCE_MS = 30_000;

/** Retries an assertion until it passes or the deadline expires. */
export async function eventually<T>(assertion: () => T): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return assertion();
    } catch (error) {
      if (!(error instanceof AssertionError) || performance.now() > deadline) throw error;
    }
    await sleep(1);
  }
}
