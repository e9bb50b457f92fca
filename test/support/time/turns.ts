import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets this thread's event loop turn `count` times: for tests that act at several moments of what happens meanwhile. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}
