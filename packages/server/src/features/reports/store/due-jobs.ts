import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';

/** How long a node has for an attempt, by its clock; then another one may take the job. */
export const LEASE_MS = 5 * 60_000;

/** A job that waits for an attempt, or whose node did not finish it. */
export type DueJob = Pick<
  ReportJobRow,
  'tenant_id' | 'id' | 'subscription_id' | 'kind' | 'due_at' | 'recipient' | 'state' | 'attempts' | 'next_at'
>;

export interface Portion {
  readonly limit: number;
  readonly perTenant: number;
  readonly perRecipient: number;
}

/**
 * Due jobs, the oldest first, but in turns: of each tenant, and of each recipient within a tenant, so that nobody waits
 * behind the many of another.
 */
export async function findDueJobs(
  { everyTenant }: Queries,
  now: number,
  { limit, perTenant, perRecipient }: Portion,
): Promise<readonly DueJob[]> {
  const columns = [
    'tenant_id',
    'id',
    'subscription_id',
    'kind',
    'due_at',
    'recipient',
    'state',
    'attempts',
    'next_at',
  ] as const;
  // Checks have no recipient, and wait for those of the same alert only.
  const receiver = sql`case when kind = 'check' then subscription_id else recipient end`;
  const byRecipient = everyTenant
    .selectFrom('report_jobs')
    .select(columns)
    .select(
      sql<number>`row_number() over (partition by tenant_id, ${receiver} order by next_at, id)`.as('turn'),
    )
    .where('next_at', '<=', now);
  const byTenant = everyTenant
    .selectFrom(byRecipient.as('by_recipient'))
    .select(columns)
    .select(sql<number>`row_number() over (partition by tenant_id order by turn, next_at, id)`.as('place'))
    .where('turn', '<=', perRecipient);
  return everyTenant
    .selectFrom(byTenant.as('by_tenant'))
    .select(columns)
    .where('place', '<=', perTenant)
    .orderBy('place')
    .orderBy('next_at')
    .limit(limit)
    .execute();
}

/** Tenants with this many unfinished jobs. Nothing more of theirs becomes due until there are fewer. */
export async function findFullTenants(
  { everyTenant }: Queries,
  maxWaiting: number,
): Promise<readonly TenantId[]> {
  const full = await everyTenant
    .selectFrom('report_jobs')
    .select('tenant_id')
    .where('next_at', 'is not', null)
    .groupBy('tenant_id')
    .having((e) => e.fn.countAll<number>(), '>=', maxWaiting)
    .execute();
  return full.map(({ tenant_id }) => tenant_id);
}

/** How many jobs are due, and since when the oldest. */
export async function readBacklog(
  { everyTenant }: Queries,
  now: number,
): Promise<{ readonly due: number; readonly oldest: number | undefined }> {
  const { count, oldest } = await everyTenant
    .selectFrom('report_jobs')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('next_at').as('oldest')])
    .where('next_at', '<=', now)
    .executeTakeFirstOrThrow();
  return { due: count, oldest: oldest ?? undefined };
}

/** No attempt and no retry ends later than this; what does was written by a clock that was ahead. */
export async function bringForward(
  transaction: Queries,
  now: number,
  { maxRetryMs }: { readonly maxRetryMs: number },
): Promise<void> {
  const longest = { waiting: maxRetryMs, working: 2 * LEASE_MS, sending: 2 * LEASE_MS };
  for (const [state, ms] of Object.entries(longest))
    await transaction.everyTenant
      .updateTable('report_jobs')
      .set({ next_at: now })
      .where('next_at', '>', now + ms)
      .where(sql`state`, '=', state)
      .execute();
}
