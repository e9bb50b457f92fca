import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { insertJobs, jobsOf } from '../store/report-jobs.ts';
import { readSubscription, type StoredSubscription } from '../store/subscriptions.ts';

const PORTION = 100;

export interface Enqueued {
  readonly dueAt: number;
  readonly subscriptions: readonly StoredSubscription[];
}

/** Makes jobs of active subscriptions of a tenant that are due now, whatever their schedules; those stay as they are. */
export async function enqueueNow(
  { store, time }: Pick<Services, 'store' | 'time'>,
  tenantId: TenantId,
  subscriptionId?: string,
): Promise<Enqueued> {
  const dueAt = time.now();
  const subscriptions: StoredSubscription[] = [];
  for (;;) {
    const rows = await store
      .tenant(tenantId)
      .selectFrom('subscriptions')
      .selectAll()
      .where('status', '=', 'active')
      .where('id', '>', subscriptions.at(-1)?.id ?? '')
      .$if(subscriptionId !== undefined, (query) => query.where('id', '=', subscriptionId ?? ''))
      .orderBy('id')
      .limit(PORTION)
      .execute();
    if (rows.length === 0) return { dueAt, subscriptions };
    const portion = rows.map(readSubscription);
    const jobs = portion.flatMap((subscription) => jobsOf(subscription, dueAt));
    await store.write((transaction) => insertJobs(transaction, jobs, dueAt));
    subscriptions.push(...portion);
  }
}

/** The messages and checks of these subscriptions that are due at this time. */
export async function readEnqueued(
  queries: Queries,
  tenantId: TenantId,
  { dueAt, subscriptions }: Enqueued,
): Promise<readonly ReportJobRow[]> {
  const jobs: ReportJobRow[] = [];
  for (let from = 0; from < subscriptions.length; from += PORTION) {
    const ids = subscriptions.slice(from, from + PORTION).map(({ id }) => id);
    const portion = await queries
      .tenant(tenantId)
      .selectFrom('report_jobs')
      .selectAll()
      .where('subscription_id', 'in', ids)
      .where('due_at', '=', dueAt)
      .orderBy('id')
      .execute();
    jobs.push(...portion);
  }
  return jobs;
}
