import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import type { Services } from '../../../services.ts';
import type { Unsubscription } from '../channels/unsubscribe-token.ts';
import { findSubscription } from '../store/subscriptions.ts';
import { settingsText } from './draft-subscription.ts';
import { lockSubscriptions } from './subscription-place.ts';

/** Takes a recipient off a subscription; without the last one, it ends. Doing it twice changes nothing. */
export async function unsubscribe(
  { store, time }: Pick<Services, 'store' | 'time'>,
  tenantId: TenantId,
  { subscriptionId, recipient }: Unsubscription,
  caller: Caller,
): Promise<void> {
  await store.write(async (transaction) => {
    const found = await findSubscription(transaction, tenantId, subscriptionId);
    if (!found) return;
    await lockSubscriptions(transaction, tenantId, found);
    const row = await findSubscription(transaction, tenantId, subscriptionId);
    const to = row?.settings.to;
    if (!row || row.status === 'ended' || to?.kind !== 'email' || !to.recipients.includes(recipient)) return;
    const now = time.now();
    const recipients = to.recipients.filter((each) => each !== recipient);
    const own = transaction.tenant(tenantId);
    await own
      .update('subscriptions', {
        version: row.version + 1,
        updated_at: now,
        ...(recipients.length === 0
          ? // The address stays, for whoever saves the subscription again.
            { status: 'ended', reason: 'unsubscribed', next_at: null, ...nothingToSend }
          : { settings: settingsText({ ...row.settings, to: { ...to, recipients } }) }),
      })
      .where('id', '=', row.id)
      .execute();
    // What waits for its turn is not sent either.
    await own
      .deleteFrom('report_jobs')
      .where('subscription_id', '=', row.id)
      .where('recipient', '=', recipient)
      .where('state', '=', 'waiting')
      .execute();
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'subscription.unsubscribe',
      actor: recipient,
      target: row.id,
      details: { username: row.username, workspace: row.workspace_id, recipient },
    });
  });
}

const nothingToSend = { sealed_context: null, sealed_alert_state: null };
