import type { Queries } from '../../../platform/store/store.ts';
import { checkAlert } from '../alerts/check-alert.ts';
import { viewerNow } from '../rights/viewer-now.ts';
import { recipientsOf } from '../store/recipients-of.ts';
import { recordResult } from '../store/record-result.ts';
import { ReportError } from '../store/report-error.ts';
import { finishJob, insertJobs } from '../store/report-jobs.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { openMemory, sealEvent, sealMemory } from './alert-secrets.ts';
import type { JobAttempt } from './job-attempt.ts';
import { openForJob } from './open-for-job.ts';
import { persist } from './record-outcome.ts';

/** Checks an alert. What it remembers and the messages about it are stored together, or the check is repeated. */
export async function runCheck(attempt: JobAttempt, subscription: StoredSubscription): Promise<void> {
  const { services, job, signal } = attempt;
  const { time, vault, metrics } = services;
  const viewer = await viewerNow(services, subscription, signal);
  const known = openMemory(vault, subscription);
  const request = await openForJob(attempt, subscription, viewer);
  const { memory, event } = await checkAlert(request, subscription, known, time.now());
  signal.throwIfAborted();
  const sealedEvent = event && sealEvent(vault, subscription, event);
  await persist(services, async (transaction, now) => {
    // There is nothing to send unless it fires.
    const state = sealedEvent === null ? 'skipped' : 'sent';
    const result = { state, code: null, reason: null, now } as const;
    if (!(await finishJob(transaction, job, result))) return;
    await remember(transaction, subscription, sealMemory(vault, subscription, memory));
    await recordResult(transaction, job, result);
    if (sealedEvent === null) return;
    const { tenant_id, id, settings } = subscription;
    const message = { tenant_id, subscription_id: id, due_at: job.due_at, sealed: sealedEvent };
    const messages = recipientsOf(settings.to).map((recipient) => ({
      ...message,
      kind: 'alert' as const,
      recipient,
    }));
    await insertJobs(transaction, messages, now);
  });
  metrics.reports.inc({ outcome: 'checked' });
}

async function remember(
  transaction: Queries,
  { tenant_id, id, version, sealed_alert_state: known }: StoredSubscription,
  sealed_alert_state: string,
): Promise<void> {
  const remembered = await transaction
    .tenant(tenant_id)
    .update('subscriptions', { sealed_alert_state })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('sealed_alert_state', known === null ? 'is' : '=', known)
    .returning('id')
    .executeTakeFirst();
  if (!remembered)
    throw new ReportError(
      'subscription-changed',
      'skip',
      'The alert was changed, or checked elsewhere, in the meantime.',
    );
}
