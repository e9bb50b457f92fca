import type { AuditAction } from '@inlay/protocol/audit-action';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { jobsOf } from '../store/report-jobs.ts';
import { findSubscription, type StoredSubscription } from '../store/subscriptions.ts';
import { deleteSubscriptions } from './delete-subscriptions.ts';
import { dueAfter } from './due-after.ts';
import { sendNow } from './send-now.ts';
import { lockSubscriptions } from './subscription-place.ts';

/** An administrator's or a program's change to any subscription of the tenant. */
export interface Managing {
  readonly services: Pick<Services, 'store' | 'time'>;
  readonly tenantId: TenantId;
  readonly acting: Acting;
}

/** Pauses or resumes one. Nothing that was due in between is sent later. */
export async function pauseSubscription(
  managing: Managing,
  id: string,
  isPaused: boolean,
): Promise<StoredSubscription> {
  return manage(managing, id, async (transaction, before, now) => {
    if (before.status === 'ended')
      throw new AppError('CONFLICT', {
        message: 'This subscription has ended. Its viewer can start it again by saving it.',
      });
    if ((before.status === 'paused') === isPaused) return before;
    const changes = {
      status: isPaused ? ('paused' as const) : ('active' as const),
      next_at: isPaused ? null : dueAfter(before.settings.schedule, now),
      version: before.version + 1,
      updated_at: now,
    };
    await transaction
      .tenant(before.tenant_id)
      .update('subscriptions', changes)
      .where('id', '=', id)
      .execute();
    const action = isPaused ? 'subscription.pause' : 'subscription.resume';
    await record(transaction, managing, { action, subscription: before, now });
    return { ...before, ...changes };
  });
}

export async function removeSubscription(managing: Managing, id: string): Promise<void> {
  await manage(managing, id, async (transaction, before, now) => {
    await deleteSubscriptions(transaction, before.tenant_id, [id]);
    await record(transaction, managing, { action: 'subscription.delete', subscription: before, now });
  });
}

/** Sends to all recipients now, or checks the alert. The next due time stays as it is. */
export async function runSubscription(managing: Managing, id: string): Promise<readonly ReportJobRow[]> {
  return manage(managing, id, async (transaction, before, now) => {
    const jobs = await sendNow(transaction, before, { jobs: jobsOf(before, now), now });
    await record(transaction, managing, { action: 'subscription.run', subscription: before, now });
    return jobs;
  });
}

/** Only what is over and was not sent. */
const RESENDABLE: readonly ReportJobRow['state'][] = ['failed', 'unknown', 'skipped'];

/**
 * Sends a delivery again, as the same one: a webhook gets the same idempotency key. Whether an unknown email is sent
 * again, at the risk of a second copy, is the administrator's decision.
 */
export async function resendDelivery(
  { services: { store, time }, ...managing }: Managing,
  id: string,
): Promise<ReportJobRow> {
  const { tenantId } = managing;
  return store.write(async (transaction) => {
    const now = time.now();
    const own = transaction.tenant(tenantId);
    const found = await own.selectFrom('report_jobs').selectAll().where('id', '=', id).executeTakeFirst();
    if (!found) throw new AppError('NOT_FOUND', { message: 'There is no such delivery.' });
    const subscription = await findSubscription(transaction, tenantId, found.subscription_id);
    if (subscription?.status !== 'active')
      throw new AppError('CONFLICT', {
        message: 'This subscription is paused or has ended. Nothing is sent until it is resumed.',
      });
    if (found.kind === 'alert' && found.sealed === null)
      throw new AppError('CONFLICT', {
        message: 'There is nothing left to send: what the alert found is kept only until it was sent.',
      });
    // As if it became due now, with all attempts.
    const again = { attempts: 0, due_at: now, next_at: now, reason: null, finished_at: null };
    const job = await own
      .update('report_jobs', { state: 'waiting', ...again })
      .where('id', '=', id)
      .where('state', 'in', RESENDABLE)
      .returningAll()
      .executeTakeFirst();
    if (!job)
      throw new AppError('CONFLICT', {
        message: `Only failed, unknown and skipped deliveries can be sent again. This one is ${found.state}.`,
      });
    await recordEvent(transaction, tenantId, now, managing.acting.caller, {
      action: 'subscription.resend',
      actor: managing.acting.actor,
      target: subscription.id,
      details: { delivery: id, recipient: job.recipient, state: found.state },
    });
    return job;
  });
}

export async function readSubscriptionOf(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<StoredSubscription> {
  const found = await findSubscription(queries, tenantId, id);
  if (!found) throw new AppError('NOT_FOUND', { message: 'There is no such subscription.' });
  return found;
}

async function manage<Result>(
  { services: { store, time }, tenantId }: Managing,
  id: string,
  work: (transaction: Queries, before: StoredSubscription, now: number) => Promise<Result>,
): Promise<Result> {
  return store.write(async (transaction) => {
    const found = await readSubscriptionOf(transaction, tenantId, id);
    await lockSubscriptions(transaction, tenantId, found);
    return work(transaction, await readSubscriptionOf(transaction, tenantId, id), time.now());
  });
}

function record(
  transaction: Queries,
  { tenantId, acting: { actor, caller } }: Pick<Managing, 'tenantId' | 'acting'>,
  {
    action,
    subscription: { id, username, workspace_id, embed_id, kind },
    now,
  }: {
    readonly action: AuditAction;
    readonly subscription: StoredSubscription;
    readonly now: number;
  },
): Promise<void> {
  return recordEvent(transaction, tenantId, now, caller, {
    action,
    actor,
    target: id,
    details: { username, workspace: workspace_id, embed: embed_id, kind },
  });
}
