import type { DeliveryState } from '@inlay/content/subscription';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';

/**
 * Notes on a subscription how its last message went. Of a message to several recipients, a failure stays: success with
 * another recipient does not hide it.
 */
export async function recordResult(
  transaction: Queries,
  { tenant_id, subscription_id, due_at }: Pick<ReportJobRow, 'tenant_id' | 'subscription_id' | 'due_at'>,
  {
    state,
    reason,
    now,
  }: { readonly state: DeliveryState; readonly reason: string | null; readonly now: number },
): Promise<void> {
  const isFailure = state === 'failed' || state === 'unknown';
  await transaction
    .tenant(tenant_id)
    .update('subscriptions', { last_at: now, last_state: state, last_reason: reason })
    .where('id', '=', subscription_id)
    .$if(!isFailure, (query) =>
      query.where((e) =>
        e.or([
          e('last_at', 'is', null),
          e('last_at', '<', due_at),
          e('last_state', 'not in', ['failed', 'unknown']),
        ]),
      ),
    )
    .execute();
}
