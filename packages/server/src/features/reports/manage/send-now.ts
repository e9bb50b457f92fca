import type { DeliverTo } from '@inlay/content/subscription';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/new-id.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { readReportSetup } from '../settings/report-settings.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

type NewJob = Pick<ReportJobRow, 'kind' | 'recipient'>;

/** Everything that is due when a subscription is: a message per recipient, or the check of an alert. */
export const jobsOf = ({ kind, settings: { to } }: StoredSubscription): readonly NewJob[] =>
  kind === 'alert' ? [{ kind: 'check', recipient: '' }] : recipientsOf(to).map(toMessage);

const recipientsOf = (to: DeliverTo) => (to.kind === 'email' ? to.recipients : [to.id]);
const toMessage = (recipient: string): NewJob => ({ kind: 'report', recipient });

/**
 * A test of the message: to the viewer themselves, and to nobody else by email. That of an alert shows its tile, whatever
 * the values are.
 */
export function testOf({ settings: { to } }: StoredSubscription, ownAddress: string | null): NewJob {
  if (to.kind === 'destination') return toMessage(to.id);
  if (ownAddress === null || !to.recipients.includes(ownAddress))
    throw new AppError('CONFLICT', {
      message: 'A test is sent to your own email address only. Add it to the recipients first.',
    });
  return toMessage(ownAddress);
}

/** Queues deliveries that are due now. In a transaction. */
export async function sendNow(
  transaction: Queries,
  subscription: StoredSubscription,
  jobs: readonly NewJob[],
  now: number,
): Promise<readonly ReportJobRow[]> {
  const { tenant_id: tenantId, id, status } = subscription;
  if (status !== 'active')
    throw new AppError('CONFLICT', {
      message:
        status === 'paused'
          ? 'This subscription is paused. Resume it first.'
          : 'This subscription has ended. Its viewer can start it again by saving it.',
    });
  const { settings } = await readReportSetup(transaction, tenantId);
  if (settings.rights === 'off') throw new AppError('REPORTS_OFF');
  if (settings.isPaused)
    throw new AppError('CONFLICT', { message: 'All subscriptions are paused in the report settings.' });
  const rows = jobs.map((job) => ({
    ...job,
    id: newId(now),
    subscription_id: id,
    due_at: now,
    state: 'waiting' as const,
    attempts: 0,
    next_at: now,
    sealed: null,
    reason: null,
    finished_at: null,
  }));
  const inserted = await transaction
    .tenant(tenantId)
    .insertInto('report_jobs', rows)
    // Somebody else asked for it in the same millisecond.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  return inserted;
}
