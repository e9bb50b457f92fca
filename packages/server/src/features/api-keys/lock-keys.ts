import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Queries } from '../../platform/store/store.ts';

/** Serializes changes of keys: names stay unique, and of two rotations the second replaces the first. */
export async function lockKeys(transaction: Queries, tenantId: TenantId): Promise<void> {
  // SQLite has a single writer and needs no lock.
  if (transaction.engine !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 5))`.execute(transaction.everyTenant);
}
