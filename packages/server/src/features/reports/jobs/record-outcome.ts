import type { DeliveryState } from '@inlay/content/subscription';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { endSubscription } from '../store/end-subscription.ts';
import { recordResult } from '../store/record-result.ts';
import { ReportError } from '../store/report-error.ts';
import { finishJob, postponeJob } from '../store/report-jobs.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { Failure } from './job-outcome.ts';

const STATES: Readonly<Record<Failure['outcome'], DeliveryState>> = {
  delayed: 'waiting',
  skipped: 'skipped',
  failed: 'failed',
  unknown: 'unknown',
  ended: 'failed',
};

/** Records that a message was sent. False if the job is not ours any more. */
export function recordSent(services: RecordServices, job: ReportJobRow): Promise<boolean> {
  return persist(services, async (transaction, now) => {
    const result = { state: 'sent', code: null, reason: null, now } as const;
    const isOurs = await finishJob(transaction, job, result);
    if (isOurs) await recordResult(transaction, job, result);
    return isOurs;
  });
}

export function recordFailure(
  services: RecordServices,
  job: ReportJobRow,
  subscription: StoredSubscription | undefined,
  failure: Failure,
): Promise<boolean> {
  return persist(services, async (transaction, now) => {
    const { outcome, code, reason } = failure;
    const isOurs =
      outcome === 'delayed'
        ? await postponeJob(transaction, job, { nextAt: failure.nextAt, reason })
        : await finishJob(transaction, job, {
            state: outcome === 'ended' ? 'failed' : outcome,
            reason,
            now,
          });
    if (!isOurs) return false;
    await recordResult(transaction, job, { state: STATES[outcome], code, reason, now });
    if (outcome === 'ended' && subscription)
      await endSubscription(transaction, subscription, { reason: code, now });
    return true;
  });
}

type RecordServices = Pick<Services, 'store' | 'time'>;

const TRIES = 3;
const PAUSE_MS = 1000;

/** Tries more than once: what was sent and is not recorded counts as unknown. */
export async function persist<T>(
  { store, time }: RecordServices,
  work: (transaction: Queries, now: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await store.write((transaction) => work(transaction, time.now()));
    } catch (error) {
      if (tries === TRIES || error instanceof ReportError) throw error;
      await time.sleep(PAUSE_MS * tries);
    }
}
