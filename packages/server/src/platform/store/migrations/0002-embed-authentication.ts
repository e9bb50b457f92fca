import type { MigrationDb } from '../schema.ts';
/** Embed settings and opaque tokens. */
export async function embedAuthentication(db: MigrationDb): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('embed_settings')
    .addColumn('tenant_id', 'text', (c) => c.primaryKey().references('tenants.id'))
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text')
    .addColumn('secret_created_at', 'bigint')
    .addColumn('former_secret_hash', 'text')
    .addColumn('former_secret_until', 'bigint')
    .addColumn('key_mode', 'text')
    .addColumn('public_key', 'text')
    .addColumn('key_changed_at', 'bigint')
    .addColumn('jwks_url', 'text')
    .addColumn('replay_protection', 'smallint', (c) => c.notNull())
    .addColumn('max_token_seconds', 'bigint', (c) => c.notNull())
    .addColumn('allowed_origins', 'text', (c) => c.notNull())
    .addColumn('revocation_epoch', 'bigint', (c) => c.notNull())
    .execute();

  // A row is both the token and the record of its assertion: the unique index detects replays.
  await schema
    .createTable('embed_tokens')
    .addColumn('token_key', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('jti_hash', 'text')
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('context', 'text', (c) => c.notNull())
    .addColumn('lost_sections', 'text')
    .addColumn('sealed_secrets', 'text')
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('forget_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('revocation_epoch', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('embed_tokens_by_jti')
    .on('embed_tokens')
    .columns(['tenant_id', 'jti_hash'])
    .unique()
    .execute();
  await schema.createIndex('embed_tokens_by_age').on('embed_tokens').column('forget_at').execute();
}
