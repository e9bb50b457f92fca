import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Queries } from '../../platform/store/store.ts';

/**
 * Makes other writers of the same app wait until this transaction ends, so that what it checked stays true. What was
 * read before is stale. SQLite's single writer is this lock already.
 */
export async function lockApp(transaction: Queries, tenantId: TenantId, appId: string): Promise<void> {
  if (transaction.engine !== 'postgres') return;
  const key = JSON.stringify([tenantId, appId]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 3))`.execute(transaction.everyTenant);
}
