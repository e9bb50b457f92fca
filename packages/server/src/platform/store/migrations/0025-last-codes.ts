import type { MigrationDb } from '../schema.ts';

/** Why nothing was sent last, as a code that viewers read in their language. Results from before have none. */
export async function lastCodes(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('subscriptions').addColumn('last_code', 'text').execute();
}
