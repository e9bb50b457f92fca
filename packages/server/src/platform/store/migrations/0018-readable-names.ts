import type { MigrationDb } from '../schema.ts';

/** Whose names viewers may read in a builder (ADR 339). Nobody knows who made earlier rows: they stay null. */
export async function readableNames(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('content_items').addColumn('viewer_revision', 'bigint').execute();
  for (const table of ['content_revisions', 'dashboard_owners', 'dashboard_presence'])
    await db.schema.alterTable(table).addColumn('by_viewer', 'smallint').execute();
}
