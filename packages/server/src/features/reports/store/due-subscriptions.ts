import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Queries } from '../../../platform/store/store.ts';
import { readSubscription, type StoredSubscription } from './subscriptions.ts';

/** In one order on all nodes, or two of them could deadlock. */
export async function findDueSubscriptions(
  { everyTenant }: Queries,
  now: number,
  { limit, without = [] }: { readonly limit: number; readonly without?: readonly TenantId[] },
): Promise<readonly StoredSubscription[]> {
  const rows = await everyTenant
    .selectFrom('subscriptions')
    .selectAll()
    .where('next_at', '<=', now)
    .where('status', '=', 'active')
    .$if(without.length > 0, (query) => query.where('tenant_id', 'not in', without))
    .orderBy('next_at')
    .orderBy('tenant_id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(readSubscription);
}

/** A portion of the active subscriptions in the order of their keys, but for those that have been due since before. */
export async function findActive(
  { everyTenant }: Queries,
  {
    after,
    notBefore,
    limit,
  }: {
    readonly after: Pick<StoredSubscription, 'tenant_id' | 'id'> | undefined;
    readonly notBefore: number;
    readonly limit: number;
  },
): Promise<readonly StoredSubscription[]> {
  const rows = await everyTenant
    .selectFrom('subscriptions')
    .selectAll()
    .where(sql<boolean>`(tenant_id, id) > (${after?.tenant_id ?? ''}, ${after?.id ?? ''})`)
    .where('status', '=', 'active')
    .where((e) => e.or([e('next_at', 'is', null), e('next_at', '>', notBefore)]))
    .orderBy('tenant_id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(readSubscription);
}
