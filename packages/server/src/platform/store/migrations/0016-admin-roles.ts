import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';

/** Administrators could do everything, so each of them becomes an owner. */
export async function adminRoles(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('users').addColumn('admin_role', 'text').execute();
  await sql`update users set admin_role = 'owner' where roles <> 'USER'`.execute(db);
}
