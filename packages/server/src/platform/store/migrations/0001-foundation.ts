import type { MigrationDb } from '../schema.ts';
/** Tenants, people, logins, the audit trail. */
export async function foundation(db: MigrationDb): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('tenants')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('public_url', 'text')
    .addColumn('host', 'text', (c) => c.unique())
    .addColumn('is_default', 'smallint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  for (const table of ['workspaces', 'groups']) {
    await schema
      .createTable(table)
      .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['tenant_id', 'id'])
      .execute();
  }

  await schema
    .createTable('users')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('privileges', 'text', (c) => c.notNull())
    .addColumn('attributes', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('last_login_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('import_id', 'text')
    .addPrimaryKeyConstraint('users_pk', ['tenant_id', 'id'])
    .execute();
  await schema
    .createIndex('users_by_username')
    .on('users')
    .columns(['tenant_id', 'username_key'])
    .unique()
    .execute();
  // With the import, so that a list steps over users who do not exist yet without reading their rows.
  await schema
    .createIndex('users_in_order')
    .on('users')
    .columns(['tenant_id', 'created_at', 'id', 'import_id'])
    .execute();

  // For checking whether a workspace still has users.
  await schema.createIndex('users_by_workspace').on('users').columns(['tenant_id', 'workspace_id']).execute();

  await schema
    .createTable('user_groups')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_groups_pk', ['tenant_id', 'group_id', 'user_id'])
    .execute();
  await schema
    .createIndex('user_groups_by_user')
    .on('user_groups')
    .columns(['tenant_id', 'user_id'])
    .execute();

  await schema
    .createTable('user_imports')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('heartbeat_at', 'bigint', (c) => c.notNull())
    .addColumn('row_count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_imports_pk', ['tenant_id', 'id'])
    .execute();

  // Counting a million rows for each page of a list would take longer than reading the page.
  await schema
    .createTable('row_counts')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('row_counts_pk', ['tenant_id', 'name'])
    .execute();

  await schema
    .createTable('login_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('login_tokens_by_user')
    .on('login_tokens')
    .columns(['tenant_id', 'user_id'])
    .execute();
  await schema.createIndex('login_tokens_by_expiry').on('login_tokens').column('expires_at').execute();

  await schema
    .createTable('attempts')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull())
    .addColumn('failures', 'text', (c) => c.notNull())
    .addColumn('blocked_until', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('attempts_pk', ['tenant_id', 'scope', 'key_hash'])
    .execute();
  await schema.createIndex('attempts_by_age').on('attempts').column('updated_at').execute();

  await schema
    .createTable('audit_events')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('actor', 'text')
    .addColumn('target', 'text')
    .addColumn('reason', 'text')
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('request_id', 'text')
    .addColumn('ip', 'text')
    .addColumn('details', 'text')
    .addPrimaryKeyConstraint('audit_events_pk', ['tenant_id', 'id'])
    .execute();
  await schema.createIndex('audit_events_by_age').on('audit_events').column('at').execute();
}
