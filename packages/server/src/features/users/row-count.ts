import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';

/** How many rows a tenant's list has, kept up by `addToRowCount` in the transactions that change it. */
export async function rowCount(queries: Queries, tenantId: TenantId, name: 'users'): Promise<number> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('row_counts')
    .select('count')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function addToRowCount(
  transaction: Queries,
  tenantId: TenantId,
  name: 'users',
  change: number,
): Promise<void> {
  await transaction
    .tenant(tenantId)
    .insertInto('row_counts', { name, count: change })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'name'])
        .doUpdateSet((row) => ({ count: row('row_counts.count', '+', change) })),
    )
    .execute();
}
