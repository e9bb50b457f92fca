import type { MigrationDb } from '../schema.ts';

/** Keys of programs that call the public API. */
export async function apiKeys(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('previous_hash', 'text')
    .addColumn('previous_prefix', 'text')
    .addColumn('previous_until', 'bigint')
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('workspaces', 'text')
    .addColumn('networks', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('api_keys_pk', ['tenant_id', 'id'])
    .execute();
  await db.schema
    .createIndex('api_keys_by_name')
    .on('api_keys')
    .columns(['tenant_id', 'name'])
    .unique()
    .execute();
  await db.schema.createIndex('api_keys_by_hash').on('api_keys').columns(['token_hash']).unique().execute();
  await db.schema
    .createIndex('api_keys_by_previous_hash')
    .on('api_keys')
    .columns(['previous_hash'])
    .unique()
    .execute();
}
