import { newIds } from '../../../platform/new-id.ts';
import { insertRows, rowsInsert } from '../../../platform/store/insert-rows.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries, Store } from '../../../platform/store/store.ts';
import { type DueJob, LEASE_MS } from './due-jobs.ts';
import { recipientsOf } from './recipients-of.ts';
import type { StoredSubscription } from './subscriptions.ts';

export type NewJob = Pick<
  ReportJobRow,
  'tenant_id' | 'subscription_id' | 'kind' | 'due_at' | 'recipient' | 'sealed'
>;

/** One message per recipient, or one check, whose messages follow if it fires. */
export function jobsOf(
  { tenant_id, id, kind, settings }: StoredSubscription,
  dueAt: number,
): readonly NewJob[] {
  const job = { tenant_id, subscription_id: id, due_at: dueAt, sealed: null };
  if (kind === 'alert') return [{ ...job, kind: 'check', recipient: '' }];
  return recipientsOf(settings.to).map((recipient) => ({ ...job, kind: 'report', recipient }));
}

const insert = rowsInsert<ReportJobRow>(
  'report_jobs',
  {
    tenant_id: 'text',
    id: 'text',
    subscription_id: 'text',
    kind: 'text',
    due_at: 'bigint',
    recipient: 'text',
    state: 'text',
    attempts: 'bigint',
    next_at: 'bigint',
    sealed: 'text',
    reason: 'text',
    finished_at: 'bigint',
  },
  { key: 'id', unless: ['tenant_id', 'subscription_id', 'due_at', 'kind', 'recipient'] },
);

/** Leaves out those of a due time that has them already. Returns the ids of the others. */
export async function insertJobs(
  transaction: Queries,
  jobs: readonly NewJob[],
  now: number,
): Promise<readonly string[]> {
  const nextId = newIds(now);
  const rows = jobs.map((job) => ({
    ...job,
    id: nextId(),
    state: 'waiting' as const,
    attempts: 0,
    next_at: now,
    reason: null,
    finished_at: null,
  }));
  const isNew = await insertRows(transaction, insert, rows);
  return rows.filter((_, index) => isNew[index]).map(({ id }) => id);
}

/** Takes a job for one attempt. Undefined if another node was faster. */
export async function takeJob(store: Store, due: DueJob, now: number): Promise<ReportJobRow | undefined> {
  return store.write((transaction) =>
    unchanged(transaction, due, { state: 'working', attempts: due.attempts + 1, next_at: now + LEASE_MS })
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Gives up a message whose node stopped while it sent it. Its number stays, so that the node can still correct it. */
export async function giveUpSending(
  transaction: Queries,
  due: DueJob,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<boolean> {
  const change = { state: 'unknown', reason, next_at: null, finished_at: now } as const;
  const given = await unchanged(transaction, due, change).returning('id').executeTakeFirst();
  return given !== undefined;
}

const unchanged = (transaction: Queries, due: DueJob, change: JobChange) =>
  transaction
    .tenant(due.tenant_id)
    .update('report_jobs', change)
    .where('id', '=', due.id)
    .where('attempts', '=', due.attempts)
    .where('state', '=', due.state)
    .where('next_at', '=', due.next_at);

type JobChange = Partial<
  Pick<ReportJobRow, 'state' | 'attempts' | 'next_at' | 'sealed' | 'reason' | 'finished_at'>
>;

/** One attempt at a job. */
export type Attempt = Pick<ReportJobRow, 'tenant_id' | 'id' | 'attempts'>;

const changeAttempt = async (
  transaction: Queries,
  { tenant_id, id, attempts }: Attempt,
  states: readonly ReportJobRow['state'][],
  change: JobChange,
): Promise<boolean> => {
  const changed = await transaction
    .tenant(tenant_id)
    .update('report_jobs', change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', 'in', states)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
};

/** The point of no return: false if another attempt has begun, and this one must not send. */
export function beginSending(transaction: Queries, attempt: Attempt, now: number): Promise<boolean> {
  return changeAttempt(transaction, attempt, ['working'], { state: 'sending', next_at: now + LEASE_MS });
}

export interface JobResult {
  readonly state: 'sent' | 'failed' | 'skipped' | 'unknown';
  readonly reason: string | null;
}

/** Ends a job. False if another attempt has begun; but that a message was sent is true even if it was given up. */
export function finishJob(
  transaction: Queries,
  attempt: Attempt,
  { state, reason, now }: JobResult & { readonly now: number },
): Promise<boolean> {
  return changeAttempt(
    transaction,
    attempt,
    state === 'sent' ? ['working', 'sending', 'unknown'] : ['working', 'sending'],
    {
      state,
      reason,
      next_at: null,
      finished_at: now,
      // What failed can be sent again by an administrator.
      ...((state === 'sent' || state === 'skipped') && { sealed: null }),
    },
  );
}

export function postponeJob(
  transaction: Queries,
  attempt: Attempt,
  { nextAt, reason }: { readonly nextAt: number; readonly reason: string },
): Promise<boolean> {
  return changeAttempt(transaction, attempt, ['working', 'sending'], {
    state: 'waiting',
    reason,
    next_at: nextAt,
  });
}

/** Messages that a recipient got since, and those that they may have got. */
export async function countReceived(
  queries: Queries,
  { tenant_id, recipient }: Pick<ReportJobRow, 'tenant_id' | 'recipient'>,
  since: number,
): Promise<number> {
  const { count } = await queries
    .tenant(tenant_id)
    .selectFrom('report_jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('recipient', '=', recipient)
    .where('finished_at', '>=', since)
    .where('state', 'in', ['sent', 'unknown'])
    .executeTakeFirstOrThrow();
  return count;
}
