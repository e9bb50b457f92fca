import type { MigrationDb } from '../schema.ts';
/** Dashboards of viewers: owners, sharing and presence. */
export async function builder(db: MigrationDb): Promise<void> {
  const { schema } = db;

  // Beside the content and not in it: rows stay small, so that a list need not read whole dashboards to skip them.
  await schema
    .createTable('dashboard_owners')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('dashboard_id', 'text', (c) => c.notNull())
    .addColumn('app_id', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('shared_with', 'text', (c) => c.notNull())
    .addColumn('shared_right', 'text', (c) => c.notNull())
    .addColumn('origin_id', 'text')
    .addColumn('origin_version', 'bigint')
    .addPrimaryKeyConstraint('dashboard_owners_pk', ['tenant_id', 'dashboard_id'])
    .execute();
  await schema
    .createIndex('dashboard_owners_by_owner')
    .on('dashboard_owners')
    .columns(['tenant_id', 'app_id', 'owner', 'origin_id'])
    .execute();

  await schema
    .createTable('dashboard_groups')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('dashboard_id', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('dashboard_groups_pk', ['tenant_id', 'dashboard_id', 'group_id'])
    .execute();

  await schema
    .createTable('dashboard_presence')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('dashboard_id', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('session', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('doing', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('dashboard_presence_pk', ['tenant_id', 'dashboard_id', 'owner', 'session'])
    .execute();
}
