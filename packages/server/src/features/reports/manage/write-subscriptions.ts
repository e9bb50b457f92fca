import type { NewSubscription, SubscriptionChange } from '@inlay/content/subscription';
import { type AuditEvent, recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError, refuseFields } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { contextColumns } from '../rights/context-columns.ts';
import { findSubscription, type StoredSubscription } from '../store/subscriptions.ts';
import { contentProblems, limitProblems, refuseUnavailable, refuseUnsendable } from './check-subscription.ts';
import { deleteSubscriptions } from './delete-subscriptions.ts';
import { changedSubscription, type Drafting, draftSubscription, settingsText } from './draft-subscription.ts';
import type { SubscriptionRules } from './subscription-options.ts';
import {
  contentOf,
  isOf,
  lockSubscriptions,
  type SubscriptionPlace,
  viewerColumns,
} from './subscription-place.ts';

/** Ended ones tell why, and are dropped beyond this number. */
const MAX_ENDED = 50;

/** A viewer's change to their own subscriptions. */
export interface Saving extends Drafting {
  readonly services: Services;
  readonly rules: SubscriptionRules;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** A new subscription as it would be stored, checked. */
export async function checkedDraft(saving: Saving, given: NewSubscription): Promise<StoredSubscription> {
  refuseUnavailable(saving.rules);
  const draft = draftSubscription(saving, given);
  refuseFields([
    ...limitProblems(draft.settings, saving.rules),
    ...contentProblems(saving, draft, draft.settings.state),
  ]);
  await refuseUnsendable({ ...saving, subscription: draft });
  return draft;
}

export async function createSubscription(
  saving: Saving,
  given: NewSubscription,
): Promise<StoredSubscription> {
  const { services, viewer, rules, now } = saving;
  const draft = await checkedDraft(saving, given);
  return services.store.write(async (transaction) => {
    await lockSubscriptions(transaction, viewer.tenantId, draft);
    await refuseTooMany(transaction, saving, rules.settings.maxPerViewer);
    await dropEnded(transaction, saving);
    const { tenant_id, ...row } = {
      ...draft,
      ...(await contextColumns(services, transaction, { id: draft.id, viewer, now })),
    };
    await transaction
      .tenant(tenant_id)
      .insertInto('subscriptions', { ...row, settings: settingsText(row.settings) })
      .execute();
    await record(transaction, saving, 'subscription.create', row);
    return { tenant_id, ...row };
  });
}

/** The last change wins. Each renews the stored context. */
export async function changeSubscription(
  saving: Saving,
  id: string,
  change: SubscriptionChange,
): Promise<StoredSubscription> {
  const { services, viewer, rules, now } = saving;
  const onlyPauses = change.isPaused === true && Object.keys(change).length === 1;
  if (!onlyPauses) await refuseChange(saving, await findOwn(services.store, saving, id), change);
  return services.store.write(async (transaction) => {
    await lockSubscriptions(transaction, viewer.tenantId, viewerColumns(viewer));
    const before = await findOwn(transaction, saving, id);
    const after = changedSubscription(saving, before, change);
    // Again, because another change may have come in between.
    if (!onlyPauses) refuseFields(limitProblems(after.settings, rules));
    if (before.status === 'ended') await refuseTooMany(transaction, saving, rules.settings.maxPerViewer);
    const { tenant_id, ...row } = onlyPauses
      ? after
      : { ...after, ...(await contextColumns(services, transaction, { id, viewer, now })) };
    await transaction
      .tenant(tenant_id)
      .update('subscriptions', { ...row, settings: settingsText(row.settings) })
      .where('id', '=', id)
      .execute();
    await record(transaction, saving, actionOf(change), row);
    return { tenant_id, ...row };
  });
}

/** Limits hold for what is not changed too; content is checked where it is, because it may have changed since. */
async function refuseChange(
  saving: Saving,
  before: StoredSubscription,
  change: SubscriptionChange,
): Promise<void> {
  refuseUnavailable(saving.rules);
  const after = changedSubscription(saving, before, change);
  refuseFields(limitProblems(after.settings, saving.rules));
  const { state, alert, format, variables } = change;
  if ([state, alert, format, variables].every((each) => each === undefined)) return;
  const { content_kind, content_id } = contentOf(saving);
  if (before.content_kind !== content_kind || before.content_id !== content_id)
    throw new AppError('CONFLICT', {
      message: 'This subscription is for other content of the embed. Open that content to change it.',
    });
  refuseFields(contentProblems(saving, after, state));
  await refuseUnsendable({ ...saving, subscription: after });
}

function actionOf(change: SubscriptionChange): AuditEvent['action'] {
  if (Object.keys(change).length > 1 || change.isPaused === undefined) return 'subscription.change';
  return change.isPaused ? 'subscription.pause' : 'subscription.resume';
}

export async function deleteSubscription(
  saving: Pick<Saving, 'services' | 'viewer' | 'opened' | 'caller' | 'now'>,
  id: string,
): Promise<void> {
  const { services, viewer } = saving;
  await services.store.write(async (transaction) => {
    await lockSubscriptions(transaction, viewer.tenantId, viewerColumns(viewer));
    const row = await findOwn(transaction, saving, id);
    await deleteSubscriptions(transaction, viewer.tenantId, [id]);
    await record(transaction, saving, 'subscription.delete', row);
  });
}

/** The viewer's own in this embed. Everybody else's do not exist for them. */
export async function findOwn(
  queries: Queries,
  place: SubscriptionPlace,
  id: string,
): Promise<StoredSubscription> {
  const row = await findSubscription(queries, place.viewer.tenantId, id);
  if (!row || row.embed_id !== place.opened.embed.id || !isOf(place, row))
    throw new AppError('NOT_FOUND', { message: 'There is no such subscription.' });
  return row;
}

async function refuseTooMany(
  transaction: Queries,
  { viewer }: SubscriptionPlace,
  max: number,
): Promise<void> {
  const { total } = await transaction
    .tenant(viewer.tenantId)
    .selectFrom('subscriptions')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', viewer.workspaceId)
    .where('username', '=', viewer.username)
    .where('status', '!=', 'ended')
    .executeTakeFirstOrThrow();
  if (total >= max)
    throw new AppError('CONFLICT', {
      message: `You have ${max} subscriptions, which is the maximum. Delete one first.`,
    });
}

async function dropEnded(transaction: Queries, { viewer }: SubscriptionPlace): Promise<void> {
  const ended = await transaction
    .tenant(viewer.tenantId)
    .selectFrom('subscriptions')
    .select('id')
    .where('workspace_id', '=', viewer.workspaceId)
    .where('username', '=', viewer.username)
    .where('status', '=', 'ended')
    .orderBy('updated_at', 'desc')
    .offset(MAX_ENDED)
    .limit(MAX_ENDED)
    .execute();
  const ids = ended.map(({ id }) => id);
  await deleteSubscriptions(transaction, viewer.tenantId, ids);
}

function record(
  transaction: Queries,
  { viewer, caller, now }: Pick<Saving, 'viewer' | 'caller' | 'now'>,
  action: AuditEvent['action'],
  { id, embed_id, workspace_id, kind, settings }: Omit<StoredSubscription, 'tenant_id'>,
): Promise<void> {
  const { schedule, format, to } = settings;
  return recordEvent(transaction, viewer.tenantId, now, caller, {
    action,
    actor: viewer.username,
    target: id,
    details: { embed: embed_id, workspace: workspace_id, kind, every: schedule.every, format, to },
  });
}
