import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';

/** What an identity provider calls the users and groups that it provisions (ADR 352). */
export async function externalIds(db: MigrationDb): Promise<void> {
  for (const table of ['users', 'groups']) {
    await db.schema.alterTable(table).addColumn('external_id', 'text').execute();
    // Partial: most users have none, and building it reads no million rows into an index.
    await sql`create unique index ${sql.raw(`${table}_by_external_id`)}
      on ${sql.table(table)} (tenant_id, external_id) where external_id is not null`.execute(db);
  }
}
