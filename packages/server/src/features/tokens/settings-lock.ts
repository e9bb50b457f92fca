import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { hotStatement } from '../../platform/store/hot-statement.ts';
import type { Queries } from '../../platform/store/store.ts';

/**
 * Keeps changes to the embed settings and token exchanges apart: once a new key is acknowledged, no node stores a token
 * that was verified with the previous one. Exchanges share the lock. It is an advisory lock, because a row lock would
 * make each exchange write to the settings row. SQLite needs none, since it has a single writer.
 */
export const sharedLock = (tenantId: unknown) =>
  sql<null>`pg_advisory_xact_lock_shared(hashtextextended(${tenantId}, 7523))`;

const shareLock = hotStatement<[tenantId: TenantId]>()((db, slot) =>
  db.selectNoFrom(sharedLock(slot(0)).as('locked')),
);

export async function shareSettingsVersion(transaction: Queries, tenantId: TenantId): Promise<void> {
  if (transaction.engine === 'postgres') await transaction.run(shareLock, tenantId);
}

export async function lockSettingsVersion(transaction: Queries, tenantId: TenantId): Promise<void> {
  if (transaction.engine !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 7523))`.execute(
    transaction.everyTenant,
  );
}
