import type { MigrationDb } from '../schema.ts';
/** Connections and datasets. */
export async function data(db: MigrationDb): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('connections')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('sealed_password', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('connections_pk', ['tenant_id', 'id'])
    .execute();

  await schema
    .createTable('datasets')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('connection_id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text')
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('datasets_pk', ['tenant_id', 'id'])
    .addForeignKeyConstraint('datasets_connection', ['tenant_id', 'connection_id'], 'connections', [
      'tenant_id',
      'id',
    ])
    .execute();
  await schema
    .createIndex('datasets_by_connection')
    .on('datasets')
    .columns(['tenant_id', 'connection_id'])
    .execute();
}
