import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../store/store.ts';

/**
 * Imports whose users are in the table but do not exist yet. A million users are written in small steps; one
 * small update at the end then makes them all exist at once.
 */
export async function stagedImports(queries: Queries, tenantId: TenantId): Promise<string[]> {
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('user_imports')
    .select('id')
    .where('state', '=', 'staging')
    .execute();
  return rows.map(({ id }) => id);
}
