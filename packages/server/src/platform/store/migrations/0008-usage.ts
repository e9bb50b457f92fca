import type { MigrationDb } from '../schema.ts';
/** Usage per tenant and hour. */
export async function usage(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('usage_counts')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('total_ms', 'bigint', (c) => c.notNull())
    .addColumn('longest_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_counts_pk', ['tenant_id', 'what', 'hour', 'key'])
    .execute();
  await db.schema.createIndex('usage_counts_by_hour').on('usage_counts').columns(['hour']).execute();
}
