import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';

/** Finds a tenant's administrators among a million users. */
export async function administrators(db: MigrationDb): Promise<void> {
  await sql`create index users_administrators on users (tenant_id) where roles <> 'USER'`.execute(db);
}
