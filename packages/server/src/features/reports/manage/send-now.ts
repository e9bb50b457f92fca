import { AppError } from '../../../platform/errors.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { readReportSetup } from '../settings/report-settings.ts';
import { insertJobs, jobsOf, type NewJob } from '../store/report-jobs.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/**
 * A test of the message: to the viewer themselves, and to nobody else by email. That of an alert shows its tile, whatever
 * the values are.
 */
export function testOf(
  subscription: StoredSubscription,
  { ownAddress, now }: { readonly ownAddress: string | null; readonly now: number },
): NewJob {
  const { to } = subscription.settings;
  const tested = jobsOf({ ...subscription, kind: 'report' }, now);
  const own = to.kind === 'destination' ? to.id : ownAddress;
  const job = tested.find(({ recipient }) => recipient === own);
  if (job) return { ...job, kind: 'test' };
  throw new AppError('CONFLICT', {
    message: 'A test is sent to your own email address only. Add it to the recipients first.',
  });
}

/** Queues deliveries that are due now. In a transaction. Leaves out those that somebody else queued at the same time. */
export async function sendNow(
  transaction: Queries,
  { tenant_id: tenantId, status }: StoredSubscription,
  { jobs, now }: { readonly jobs: readonly NewJob[]; readonly now: number },
): Promise<readonly ReportJobRow[]> {
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
  const ids = await insertJobs(transaction, jobs, now);
  return transaction
    .tenant(tenantId)
    .selectFrom('report_jobs')
    .selectAll()
    .where('id', 'in', [...ids, ''])
    .orderBy('id')
    .execute();
}
