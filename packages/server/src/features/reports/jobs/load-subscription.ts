import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Services } from '../../../services.ts';
import { findTenant } from '../../tenants/index.ts';
import { readReportSetup } from '../settings/report-settings.ts';
import { isAddress, recipientsOf } from '../store/recipients-of.ts';
import { ReportError } from '../store/report-error.ts';
import { countReceived } from '../store/report-jobs.ts';
import { findSubscription, type StoredSubscription } from '../store/subscriptions.ts';
import { dueTimes } from './due-times.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Messages to one within a day. Channels and programs take those of many viewers. */
const MAX_TO_DESTINATION = 5000;

/** The subscription of a job, if it is still sent. Throws `ReportError`. */
export async function loadSubscription(
  services: Pick<Services, 'store' | 'time'>,
  job: ReportJobRow,
): Promise<StoredSubscription> {
  const { store, time } = services;
  const subscription = await findSubscription(store, job.tenant_id, job.subscription_id);
  if (!subscription) throw new ReportError('subscription-changed', 'skip', 'The subscription was deleted.');
  await requireSending(services, subscription);
  const { settings } = subscription;
  if (job.kind !== 'check' && !recipientsOf(settings.to).includes(job.recipient))
    throw new ReportError('subscription-changed', 'skip', 'The recipient was removed from the subscription.');
  const now = time.now();
  if (now >= sendUntil(job, subscription))
    throw new ReportError(
      'delivery-failed',
      'fail',
      `It could not be sent before the next one was due.${job.reason === null ? '' : ` ${job.reason}`}`,
    );
  if (job.kind !== 'check' && !isAddress(job.recipient)) await requireRoom(services, job, now);
  return subscription;
}

/** When a job is outdated by that of the next due time. What an alert found is not found again. */
export function sendUntil(
  { kind, due_at }: Pick<ReportJobRow, 'kind' | 'due_at'>,
  { settings: { schedule } }: Pick<StoredSubscription, 'settings'>,
): number {
  if (kind === 'alert') return Number.POSITIVE_INFINITY;
  return Math.max(dueTimes(schedule, due_at)?.next ?? 0, due_at + HOUR);
}

async function requireSending(
  { store }: Pick<Services, 'store'>,
  { tenant_id, status }: StoredSubscription,
): Promise<void> {
  if (status === 'paused')
    throw new ReportError('subscription-changed', 'skip', 'The subscription is paused.');
  if (status === 'ended')
    throw new ReportError('subscription-changed', 'skip', 'The subscription has ended.');
  const { settings } = await readReportSetup(store, tenant_id);
  if (settings.rights === 'off') throw new ReportError('reports-off', 'skip', 'Reports are switched off.');
  if (settings.isPaused) throw new ReportError('reports-off', 'skip', 'All reports are paused.');
  if ((await findTenant(store, tenant_id))?.status !== 'active')
    throw new ReportError('reports-off', 'skip', 'The tenant is disabled.');
}

async function requireRoom(
  { store }: Pick<Services, 'store'>,
  job: ReportJobRow,
  now: number,
): Promise<void> {
  if ((await countReceived(store, job, now - DAY)) < MAX_TO_DESTINATION) return;
  throw new ReportError(
    'delivery-failed',
    'fail',
    `This destination has got ${MAX_TO_DESTINATION} messages within a day, which is the most. Subscribe to fewer, or less often.`,
  );
}
