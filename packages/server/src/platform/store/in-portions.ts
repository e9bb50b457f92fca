import { type RawBuilder, sql } from 'kysely';
import type { Time } from '../time/time.ts';
import type { Store } from './store.ts';

/** What background work on the store needs. */
export interface SweepServices {
  readonly store: Store;
  readonly time: Time;
}

/**
 * Repeats `step` until it returns 0, and rests after each step for as long as it took, so that other writers get the
 * lock in between. Returns the sum.
 */
export async function inPortions(
  time: Time,
  step: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const started = performance.now();
    const done = await step();
    if (done === 0) break;
    total += done;
    await time.sleep(Math.min(100, Math.max(1, performance.now() - started)));
  }
  return total;
}

/** Rows deleted per transaction: few enough that no request waits long for the write lock. */
const PORTION = 500;

/** Deletes at most one portion of a table's rows; returns how many. */
export async function deletePortion(
  store: Store,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  return store.write(async ({ everyTenant, engine }) => {
    const rowId = sql.ref(engine === 'sqlite' ? 'rowid' : 'ctid');
    const { rows } = await sql`
      delete from ${sql.table(table)} where ${rowId} in (
        select ${rowId} from ${sql.table(table)} where ${condition} limit ${PORTION})
      returning 1 as one`.execute(everyTenant);
    return rows.length;
  });
}
