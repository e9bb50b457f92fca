import type { MigrationDb } from '../schema.ts';
/**
 * SQLite prefers a covering index. The primary keys of these tables are covering but start with the other column, so
 * finding the groups of a page of users read those of every user of the tenant.
 */
export async function coveringIndexes(db: MigrationDb): Promise<void> {
  const indexes = [
    ['user_groups_by_user', 'user_groups', ['user_id', 'group_id']],
    ['content_references_by_target', 'content_references', ['to_kind', 'to_id', 'from_kind', 'from_id']],
  ] as const;
  for (const [name, table, columns] of indexes) {
    await db.schema.dropIndex(name).execute();
    await db.schema
      .createIndex(name)
      .on(table)
      .columns(['tenant_id', ...columns])
      .execute();
  }
}
