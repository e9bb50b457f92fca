import { AssertionError } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** What has not happened by then is broken, on a busy machine too. */
const PATIENCE_MS = 30_000;
const LONGEST_PAUSE_MS = 20;

/** Retries an assertion until it passes or the deadline expires. */
export async function eventually<T>(assertion: () => T): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return assertion();
    } catch (error) {
      if (!(error instanceof AssertionError) || performance.now() > deadline) throw error;
    }
    await sleep(pause);
  }
}
