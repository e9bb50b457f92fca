import type { MigrationDb } from '../schema.ts';

/** Identity providers, their links to accounts, and the provider's side of a session. */
export async function identityProviders(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('identity_providers')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('sealed_secret', 'text')
    .addColumn('is_enabled', 'smallint', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('test', 'text')
    .addColumn('tested_version', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('identity_providers_pk', ['tenant_id', 'id'])
    .execute();

  await db.schema
    .createTable('identity_links')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('identity_links_pk', ['tenant_id', 'provider_id', 'issuer', 'subject'])
    .addUniqueConstraint('identity_links_by_account', ['tenant_id', 'provider_id', 'issuer', 'user_id'])
    .execute();
  await db.schema
    .createIndex('identity_links_by_user')
    .on('identity_links')
    .columns(['tenant_id', 'user_id'])
    .execute();

  for (const column of ['provider_session', 'sealed_sign_out'] as const)
    await db.schema.alterTable('login_tokens').addColumn(column, 'text').execute();
  await db.schema
    .createIndex('login_tokens_by_provider')
    .on('login_tokens')
    .columns(['tenant_id', 'provider', 'provider_session'])
    .execute();
}
