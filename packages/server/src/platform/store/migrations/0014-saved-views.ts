import type { MigrationDb } from '../schema.ts';

/** Views that viewers saved of an embed. */
export async function savedViews(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('saved_views')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull())
    .addColumn('embed_id', 'text', (c) => c.notNull())
    .addColumn('content_kind', 'text', (c) => c.notNull())
    .addColumn('content_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_default', 'smallint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('saved_views_pk', ['tenant_id', 'id'])
    .execute();
  await db.schema
    .createIndex('saved_views_of_viewer')
    .on('saved_views')
    .columns(['tenant_id', 'embed_id', 'content_kind', 'content_id', 'workspace_id', 'username', 'name'])
    .unique()
    .execute();
  await db.schema
    .createIndex('saved_views_by_username')
    .on('saved_views')
    .columns(['tenant_id', 'username_key'])
    .execute();
  await db.schema
    .createIndex('saved_views_by_content')
    .on('saved_views')
    .columns(['tenant_id', 'content_kind', 'content_id'])
    .execute();
}
