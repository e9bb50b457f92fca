import { sql } from 'kysely';
import type { Queries } from './store.ts';

/** Writes what is there already: a store that is read-only, or out of space, refuses it. */
export async function writeTest(transaction: Queries): Promise<void> {
  await sql`update meta set value = value where key = 'schema_version'`.execute(transaction.everyTenant);
}
