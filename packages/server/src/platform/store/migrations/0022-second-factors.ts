import type { MigrationDb } from '../schema.ts';

/** What people sign in with besides a password, and which sessions belong to programs. */
export async function secondFactors(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_synced', 'smallint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('passkeys_pk', ['tenant_id', 'id'])
    .addUniqueConstraint('passkeys_by_credential', ['tenant_id', 'credential_id'])
    .execute();
  await db.schema.createIndex('passkeys_by_user').on('passkeys').columns(['tenant_id', 'user_id']).execute();

  await db.schema
    .createTable('totp_secrets')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('sealed_secret', 'text')
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint')
    .addColumn('sealed_pending', 'text')
    .addColumn('pending_at', 'bigint')
    .addPrimaryKeyConstraint('totp_secrets_pk', ['tenant_id', 'user_id'])
    .execute();

  await db.schema
    .createTable('recovery_codes')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_pk', ['tenant_id', 'user_id', 'code_hash'])
    .execute();

  await db.schema.alterTable('login_tokens').addColumn('for_program', 'smallint').execute();
}
