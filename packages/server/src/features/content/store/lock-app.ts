import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Queries } from '../../../platform/store/store.ts';

/**
 * Blocks other writers of the app until the transaction ends, so that what it checked stays true. Re-read anything
 * read before. SQLite has a single writer and needs no lock.
 */
export async function lockApp(transaction: Queries, tenantId: TenantId, appId: string): Promise<void> {
  if (transaction.engine !== 'postgres') return;
  const key = JSON.stringify([tenantId, appId]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 3))`.execute(transaction.everyTenant);
}
