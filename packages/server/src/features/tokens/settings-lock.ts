import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { hotStatement } from '../../platform/store/hot-statement.ts';
import type { Queries } from '../../platform/store/store.ts';

/**
 * A change of the embed settings and the exchanges that rely on them exclude each other: once a new key is
 * acknowledged, no node stores a token that was verified with the former one. Exchanges share the lock; an
 * advisory lock keeps them from writing to the settings row. SQLite's single writer is this lock already.
 */
export const sharedLock = (tenantId: unknown) =>
  sql<null>`pg_advisory_xact_lock_shared(hashtextextended(${tenantId}, 7523))`;

const shareLock = hotStatement<[tenantId: TenantId]>('share-settings')((db, slot) =>
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
