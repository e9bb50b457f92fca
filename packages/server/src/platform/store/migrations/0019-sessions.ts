import type { MigrationDb } from '../schema.ts';

/** How, where and when each session was used, tokens that work once, and how people sign in to a tenant. */
export async function sessions(db: MigrationDb): Promise<void> {
  for (const [column, type] of [
    ['method', 'text'],
    ['provider', 'text'],
    ['second_factor', 'smallint'],
    ['user_agent', 'text'],
    ['ip', 'text'],
    ['last_used_at', 'bigint'],
    ['verified_at', 'bigint'],
  ] as const)
    await db.schema.alterTable('login_tokens').addColumn(column, type).execute();

  await db.schema
    .createTable('sign_in_settings')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('settings', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sign_in_settings_pk', ['tenant_id'])
    .execute();

  await db.schema
    .createTable('one_time_tokens')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('sealed_data', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('one_time_tokens_pk', ['tenant_id', 'purpose', 'token_hash'])
    .execute();
  await db.schema
    .createIndex('one_time_tokens_by_user')
    .on('one_time_tokens')
    .columns(['tenant_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('one_time_tokens_by_expiry')
    .on('one_time_tokens')
    .column('expires_at')
    .execute();
}
