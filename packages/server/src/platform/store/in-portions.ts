import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `step` until it answers 0, and rests after each for as long as it took, so that whoever else wants
 * the write lock, in this process or beside it, gets it in between. Answers the sum.
 */
export async function inPortions(step: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const started = performance.now();
    const done = await step();
    if (done === 0) break;
    total += done;
    await rest(started);
  }
  return total;
}

/** The other half of a fair share: sleeps as long as the work since `started` took. */
export async function rest(started: number): Promise<void> {
  await sleep(Math.min(100, Math.max(1, performance.now() - started)));
}
