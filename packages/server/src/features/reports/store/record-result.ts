import type { DeliveryState, ReportReason } from '@inlay/content/subscription';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';

interface Result {
  readonly state: DeliveryState;
  /** Null if nothing went wrong. */
  readonly code: ReportReason | null;
  /** The same for people. */
  readonly reason: string | null;
  readonly now: number;
}

/**
 * Notes on a subscription how its last message went. Of a message to several recipients, a failure stays: success with
 * another recipient does not hide it.
 */
export async function recordResult(
  transaction: Queries,
  { tenant_id, subscription_id, due_at }: Pick<ReportJobRow, 'tenant_id' | 'subscription_id' | 'due_at'>,
  { state, code, reason, now }: Result,
): Promise<void> {
  const isFailure = state === 'failed' || state === 'unknown';
  await transaction
    .tenant(tenant_id)
    .update('subscriptions', { last_at: now, last_state: state, last_reason: reason, last_code: code })
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
