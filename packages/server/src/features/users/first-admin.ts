import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Queries } from '../../platform/store/store.ts';

/** The username of the tenant's oldest administrator who is active. */
export async function findFirstAdmin(queries: Queries, tenantId: TenantId): Promise<string | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('users')
    .select('username')
    // A literal, because PostgreSQL matches the partial index of administrators by this condition.
    .where(sql<boolean>`roles <> 'USER'`)
    .where('status', '=', 'active')
    .where('import_id', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.username;
}
