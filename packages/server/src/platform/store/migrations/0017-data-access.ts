import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';
import type { Queries } from '../store.ts';

/** Audit events of data access: the rows that were read, and an index by dataset. PostgreSQL builds it in the background. */
export async function dataAccess(db: MigrationDb, engine: Queries['engine']): Promise<void> {
  await db.schema.alterTable('audit_events').addColumn('row_count', 'bigint').execute();
  if (engine === 'postgres') return;
  await sql`create index audit_events_by_target on audit_events (tenant_id, target, id, outcome, action, actor)
    where target is not null`.execute(db);
}
