import { setMeta } from './migrate.ts';
import type { Queries } from './store.ts';

/** Writes one row, another value each time: SQLite does not write what is there already. */
export async function writeTest(transaction: Queries): Promise<void> {
  await setMeta(transaction, 'write_test', new Date().toISOString());
}
