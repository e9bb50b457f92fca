import type { MigrationDb } from '../schema.ts';
/** Themes and tenant settings. */
export async function lookAndCalendar(db: MigrationDb): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('themes')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('themes_pk', ['tenant_id', 'name'])
    .execute();

  await schema
    .createTable('tenant_settings')
    .addColumn('tenant_id', 'text', (c) => c.primaryKey().references('tenants.id'))
    .addColumn('settings', 'text', (c) => c.notNull())
    .execute();
}
