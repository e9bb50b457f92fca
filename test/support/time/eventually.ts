import { AssertionError } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long locators, `expect` and `eventually` wait. Long enough for a busy machine, and shorter than the time limit of a
 * test, so that a failure names the condition instead of the limit.
 */
export const PATIENCE_MS = 120_000;

/** Retries an assertion until it passes. Assert that something is absent only after a sign that the page is idle. */
export async function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await assertion();
    } catch (error) {
      if (!(error instanceof AssertionError) || performance.now() > deadline) throw error;
    }
    await sleep(pause);
  }
}
