import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';

/** Quotas of tenants, totals per month to compare with them, and usage per viewer and day. */
export async function quotas(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('tenant_quotas')
    .addColumn('tenant_id', 'text', (c) => c.primaryKey().references('tenants.id'))
    .addColumn('limits', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('usage_totals')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('month', 'bigint', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_totals_pk', ['tenant_id', 'month', 'what'])
    .execute();
  await db.schema
    .createTable('viewer_usage')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('views', 'bigint', (c) => c.notNull())
    .addColumn('exchanges', 'bigint', (c) => c.notNull())
    .addColumn('exported_rows', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('viewer_usage_pk', ['tenant_id', 'day', 'workspace_id', 'username'])
    .execute();
  await db.schema.createIndex('viewer_usage_by_day').on('viewer_usage').columns(['day']).execute();
  const now = new Date();
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  await sql`
    insert into usage_totals (tenant_id, month, what, count)
    select tenant_id, ${sql.lit(month)}, what, sum(count) from usage_counts
    where hour >= ${sql.lit(month)} and what in ('view', 'exchange')
    group by tenant_id, what`.execute(db);
}
