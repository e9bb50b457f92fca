import type { ReportReason } from '@inlay/content/subscription';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { OPERATOR } from '../../../platform/identity/acting.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { StoredSubscription } from './subscriptions.ts';

/** Ends a subscription, unless it was changed in the meantime. Returns whether it did. */
export async function endSubscription(
  transaction: Queries,
  { tenant_id, id, version, title }: Pick<StoredSubscription, 'tenant_id' | 'id' | 'version' | 'title'>,
  { reason, now }: { readonly reason: ReportReason; readonly now: number },
): Promise<boolean> {
  const ended = await transaction
    .tenant(tenant_id)
    .update('subscriptions', {
      status: 'ended',
      reason,
      next_at: null,
      // What nothing is sent with any more.
      sealed_context: null,
      sealed_alert_state: null,
      version: version + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '<>', 'ended')
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  await recordEvent(transaction, tenant_id, now, OPERATOR, {
    action: 'subscription.end',
    target: id,
    reason,
    details: { title },
  });
  return true;
}
