import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';

/** Deletes subscriptions and their deliveries. One that is being sent right now is not recorded. */
export async function deleteSubscriptions(
  transaction: Queries,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const own = transaction.tenant(tenantId);
  await own.deleteFrom('report_jobs').where('subscription_id', 'in', ids).execute();
  await own.deleteFrom('subscriptions').where('id', 'in', ids).execute();
}
