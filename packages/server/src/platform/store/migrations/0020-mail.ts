import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';

/** Messages that wait to be sent (ADR 346), and how a tenant sends them. */
export async function mail(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('outgoing_mail')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text')
    .addColumn('sealed', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('outgoing_mail_pk', ['tenant_id', 'id'])
    .execute();
  await db.schema.createIndex('outgoing_mail_by_time').on('outgoing_mail').columns(['next_at']).execute();
  await db.schema
    .createTable('mail_settings')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('sealed_password', 'text')
    .addPrimaryKeyConstraint('mail_settings_pk', ['tenant_id'])
    .execute();
  // Finds the account of an address that somebody typed, among a million.
  await sql`create index users_by_email on users (tenant_id, lower(email))`.execute(db);
}
