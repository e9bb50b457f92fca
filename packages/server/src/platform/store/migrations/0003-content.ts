import type { MigrationDb } from '../schema.ts';
/** Content: apps and their items, revisions and references. */
export async function content(db: MigrationDb): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('content_items')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('app_id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('draft', 'text', (c) => c.notNull())
    .addColumn('draft_search', 'text', (c) => c.notNull())
    .addColumn('published', 'text')
    .addColumn('published_search', 'text')
    .addColumn('published_version', 'bigint')
    .addColumn('last_version', 'bigint', (c) => c.notNull())
    .addColumn('comment', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addPrimaryKeyConstraint('content_items_pk', ['tenant_id', 'kind', 'id'])
    .execute();
  await schema
    .createIndex('content_items_in_order')
    .on('content_items')
    .columns(['tenant_id', 'kind', 'created_at', 'id'])
    .execute();
  await schema
    .createIndex('content_items_of_app')
    .on('content_items')
    .columns(['tenant_id', 'app_id', 'kind', 'created_at', 'id'])
    .execute();

  await schema
    .createTable('content_revisions')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('version', 'bigint')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('comment', 'text')
    .addColumn('author', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('content_revisions_pk', ['tenant_id', 'kind', 'id', 'revision'])
    .execute();
  await schema
    .createIndex('content_revisions_by_version')
    .on('content_revisions')
    .columns(['tenant_id', 'kind', 'id', 'version'])
    .unique()
    .execute();

  await schema
    .createTable('content_references')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('from_kind', 'text', (c) => c.notNull())
    .addColumn('from_id', 'text', (c) => c.notNull())
    .addColumn('to_kind', 'text', (c) => c.notNull())
    .addColumn('to_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('content_references_pk', [
      'tenant_id',
      'from_kind',
      'from_id',
      'to_kind',
      'to_id',
    ])
    .execute();
  await schema
    .createIndex('content_references_by_target')
    .on('content_references')
    .columns(['tenant_id', 'to_kind', 'to_id'])
    .execute();

  // Identifiers and aliases of embeds share one namespace, because pages can use either.
  await schema
    .createTable('embed_names')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('embed_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('embed_names_pk', ['tenant_id', 'name'])
    .execute();
  await schema
    .createIndex('embed_names_by_embed')
    .on('embed_names')
    .columns(['tenant_id', 'embed_id'])
    .execute();
}
