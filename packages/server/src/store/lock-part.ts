import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Queries } from './store.ts';

/**
 * Makes other writers of the same part of a tenant wait until this transaction ends, so that what it checked stays
 * true. Everything read before is stale. SQLite's single writer is this lock already.
 */
export async function lockPart(
  transaction: Queries,
  tenantId: TenantId,
  part: 'workspaces' | `app ${string}`,
): Promise<void> {
  if (transaction.engine !== 'postgres') return;
  const key = JSON.stringify([tenantId, part]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 3))`.execute(transaction.everyTenant);
}
