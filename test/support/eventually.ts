import { AssertionError } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a busy machine: what has not happened by then is broken. */
export const PATIENCE_MS = 120_000;

/**
 * Makes an assertion again and again until it holds: for what a page comes to in its own time. What must not be there
 * is asserted after something that shows that the page has come to rest; otherwise it holds too early.
 */
export async function eventually<T>(assertion: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (!(error instanceof AssertionError) || performance.now() > deadline) throw error;
    }
    await sleep(50);
  }
}
