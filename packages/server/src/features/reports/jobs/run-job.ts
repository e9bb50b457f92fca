import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { EmbedRequest } from '../../embeds/index.ts';
import { alertReport } from '../alerts/alert-report.ts';
import { deliverReport } from '../channels/deliver-report.ts';
import { asTest } from '../message/as-test.ts';
import { makeReport } from '../message/make-report.ts';
import type { Report } from '../message/report.ts';
import { viewerNow } from '../rights/viewer-now.ts';
import { isAllowedRecipient, ownAddress } from '../settings/recipients.ts';
import { readReportSetup } from '../settings/report-settings.ts';
import { isAddress } from '../store/recipients-of.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { openEvent } from './alert-secrets.ts';
import { beginAttempt, type JobAttempt, type JobServices } from './job-attempt.ts';
import { failureOf, isUnexpected, refuseCrashing } from './job-outcome.ts';
import { loadSubscription, sendUntil } from './load-subscription.ts';
import { refuseFullMailbox } from './mailbox-limit.ts';
import { openForJob } from './open-for-job.ts';
import { recordFailure, recordSent } from './record-outcome.ts';
import { runCheck } from './run-check.ts';

/** Sends one message, or checks one alert, and records what came of it. */
export async function runJob(services: JobServices, job: ReportJobRow, cut: AbortSignal): Promise<void> {
  const attempt = beginAttempt(services, job, cut);
  let subscription: StoredSubscription | undefined;
  try {
    refuseCrashing(job);
    subscription = await loadSubscription(services, job);
    const work = job.kind === 'check' ? runCheck : sendMessage;
    await attempt.within(work(attempt, subscription));
  } catch (error) {
    // Whoever works on it now records what comes of it.
    if (!attempt.isLost()) await fail(attempt, subscription, error, cut.aborted);
  } finally {
    attempt.release();
  }
}

/** viewer → embed → report → recipient */
async function sendMessage(attempt: JobAttempt, subscription: StoredSubscription): Promise<void> {
  const { services, job, signal, beforeSend } = attempt;
  const { time, metrics, usage } = services;
  const started = time.monotonic();
  const { report, isOwn } = await drawReport(attempt, subscription);
  const { tenant_id: tenantId, recipient: address } = job;
  await deliverReport(services, {
    subscription,
    report,
    recipient: job.recipient,
    jobId: job.id,
    dueAt: job.due_at,
    signal,
    beforeSend: () => beforeSend({ tenantId, address, isOwn }),
  });
  await recordSent(services, job);
  const ms = time.monotonic() - started;
  usage.count(job.tenant_id, time.now(), 'report', subscription.embed_id, ms);
  metrics.reports.inc({ outcome: 'sent' });
  metrics.reportSeconds.observe(ms / 1000);
}

async function drawReport(
  attempt: JobAttempt,
  subscription: StoredSubscription,
): Promise<{ readonly report: Report; readonly isOwn: boolean }> {
  const { services, job, signal, turns } = attempt;
  const viewer = await viewerNow(services, subscription, signal);
  const request = await openForJob(attempt, subscription, viewer);
  const isOwn = await checkRecipient(services, job, request);
  if (job.kind !== 'alert') {
    const report = await makeReport(request, subscription, turns);
    return { report: job.kind === 'test' ? asTest(report, subscription) : report, isOwn };
  }
  const report = await alertReport(request, subscription, openEvent(services.vault, job), turns);
  if (!report) throw new ReportError('access-lost', 'skip', NOTHING_LEFT);
  return { report, isOwn };
}

/**
 * Returns whether it is the viewer's own address. The host may sign another one since, and an administrator may have
 * removed a domain.
 */
async function checkRecipient(
  { store, time }: JobServices,
  { tenant_id: tenantId, recipient: address }: ReportJobRow,
  { embed, viewer }: EmbedRequest,
): Promise<boolean> {
  if (!isAddress(address)) return false;
  const { settings } = await readReportSetup(store, tenantId);
  const limits = embed.options?.subscriptions;
  if (!isAllowedRecipient({ settings, limits, viewer }, address))
    throw new ReportError(
      'recipient-not-allowed',
      'fail',
      'This address is neither the viewer’s own any more nor at an allowed domain. Change the recipients of the subscription.',
    );
  const isOwn = address === ownAddress({ settings, viewer });
  await refuseFullMailbox(store, { tenantId, address, isOwn }, time.now());
  return isOwn;
}

const NOTHING_LEFT = 'The viewer has no access any more to what the alert is about.';

async function fail(
  attempt: JobAttempt,
  subscription: StoredSubscription | undefined,
  error: unknown,
  isStopping: boolean,
): Promise<void> {
  const { services, job } = attempt;
  const { time, log, metrics } = services;
  const failure = failureOf(error, {
    job,
    isSending: attempt.isSending(),
    now: time.now(),
    until: subscription ? sendUntil(job, subscription) : Number.POSITIVE_INFINITY,
    isStopping,
  });
  const { outcome, reason } = failure;
  const about = { tenant: job.tenant_id, job: job.id, subscription: job.subscription_id, kind: job.kind };
  const why = isUnexpected(error) && !isStopping ? { err: error } : { reason };
  if (outcome !== 'skipped') log.warn({ ...about, attempts: job.attempts, ...why }, `report ${outcome}`);
  if (await recordFailure(services, job, subscription, failure)) metrics.reports.inc({ outcome });
}
