import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';

/** Subscriptions of viewers, and their deliveries (ADR 353). */
export async function reports(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('report_settings')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('sealed_secret', 'text')
    .addPrimaryKeyConstraint('report_settings_pk', ['tenant_id'])
    .execute();

  await db.schema
    .createTable('report_destinations')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('report_destinations_pk', ['tenant_id', 'id'])
    .addUniqueConstraint('report_destinations_name', ['tenant_id', 'name'])
    .execute();

  await db.schema
    .createTable('subscriptions')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull())
    .addColumn('app_id', 'text', (c) => c.notNull())
    .addColumn('embed_id', 'text', (c) => c.notNull())
    .addColumn('content_kind', 'text', (c) => c.notNull())
    .addColumn('content_id', 'text', (c) => c.notNull())
    .addColumn('tile_id', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('sealed_context', 'text')
    .addColumn('context_ends_at', 'bigint')
    .addColumn('revocation_epoch', 'bigint', (c) => c.notNull())
    .addColumn('sealed_alert_state', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('last_at', 'bigint')
    .addColumn('last_state', 'text')
    .addColumn('last_reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('subscriptions_pk', ['tenant_id', 'id'])
    .execute();
  // In the order in which they are read: all daily ones of eight o'clock have the same time.
  await db.schema
    .createIndex('subscriptions_by_time')
    .on('subscriptions')
    .columns(['next_at', 'tenant_id', 'id'])
    .execute();
  await db.schema
    .createIndex('subscriptions_by_context_end')
    .on('subscriptions')
    .columns(['context_ends_at'])
    .execute();
  await db.schema
    .createIndex('subscriptions_by_viewer')
    .on('subscriptions')
    .columns(['tenant_id', 'workspace_id', 'username', 'id'])
    .execute();
  await db.schema
    .createIndex('subscriptions_by_user')
    .on('subscriptions')
    .columns(['tenant_id', 'username_key'])
    .execute();
  await db.schema
    .createIndex('subscriptions_by_app')
    .on('subscriptions')
    .columns(['tenant_id', 'app_id', 'workspace_id', 'id'])
    .execute();

  await db.schema
    .createTable('report_jobs')
    .addColumn('tenant_id', 'text', (c) => c.notNull().references('tenants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('subscription_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('sealed', 'text')
    .addColumn('reason', 'text')
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('report_jobs_pk', ['tenant_id', 'id'])
    // At most one message per due time and recipient, whatever clocks and nodes do.
    .addUniqueConstraint('report_jobs_once', ['tenant_id', 'subscription_id', 'due_at', 'kind', 'recipient'])
    .execute();
  await db.schema.createIndex('report_jobs_by_time').on('report_jobs').columns(['next_at']).execute();
  await db.schema
    .createIndex('report_jobs_unfinished')
    .on('report_jobs')
    .columns(['tenant_id'])
    .where(sql.ref('next_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('report_jobs_by_state')
    .on('report_jobs')
    .columns(['tenant_id', 'state', 'id'])
    .execute();
  // How many messages a destination got lately.
  await db.schema
    .createIndex('report_jobs_by_recipient')
    .on('report_jobs')
    .columns(['tenant_id', 'recipient', 'finished_at', 'state'])
    .execute();
  await db.schema.createIndex('report_jobs_by_end').on('report_jobs').columns(['finished_at']).execute();
  // Most rows by far, which are kept for a shorter time.
  await db.schema
    .createIndex('report_jobs_empty_checks')
    .on('report_jobs')
    .columns(['finished_at'])
    .where(sql`kind`, '=', sql.lit('check'))
    .where(sql`state`, '=', sql.lit('skipped'))
    .execute();
}
