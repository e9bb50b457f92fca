import type { TenantId } from '@inlay/protocol/tenant-id';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from './store.ts';

/** What a lock keeps apart. Every node has to have the same numbers. */
const LOCKS = { owners: 2, app: 3, views: 4, keys: 5, subscriptions: 6, settings: 7523 } as const;

/**
 * Blocks other transactions that take the same lock until this one ends. Re-read anything read before. SQLite has a
 * single writer and needs no lock.
 */
export async function takeLock(
  transaction: Queries,
  lock: keyof typeof LOCKS,
  tenantId: TenantId,
  ...parts: readonly string[]
): Promise<void> {
  if (transaction.engine !== 'postgres') return;
  const key = parts.length === 0 ? tenantId : JSON.stringify([tenantId, ...parts]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${LOCKS[lock]}))`.execute(
    transaction.everyTenant,
  );
}

/** Blocks a transaction that takes this lock of the tenant, and no other that shares it. */
export async function shareLock(
  transaction: Queries,
  lock: keyof typeof LOCKS,
  tenantId: TenantId,
): Promise<void> {
  if (transaction.engine !== 'postgres') return;
  await sql`select ${sharedLock(lock, sql`${tenantId}`)}`.execute(transaction.everyTenant);
}

/** The same as an expression, for statements that share the lock on their way. */
export const sharedLock = (lock: keyof typeof LOCKS, tenantId: RawBuilder<unknown>) =>
  sql<null>`pg_advisory_xact_lock_shared(hashtextextended(${tenantId}, ${sql.lit(LOCKS[lock])}))`;
