import { type Kysely, sql } from 'kysely';

/** Finds a tenant's administrators among a million users. */
export async function administrators(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_administrators on users (tenant_id) where roles <> 'USER'`.execute(db);
}
