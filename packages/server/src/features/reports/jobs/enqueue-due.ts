import type { TenantId } from '@inlay/protocol/tenant-id';
import { inSlices } from '../../../platform/concurrency/in-slices.ts';
import { hotStatement } from '../../../platform/store/hot-statement.ts';
import { inPortions } from '../../../platform/store/in-portions.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { findTenant } from '../../tenants/index.ts';
import { readReportSetup } from '../settings/report-settings.ts';
import { findFullTenants } from '../store/due-jobs.ts';
import { findDueSubscriptions } from '../store/due-subscriptions.ts';
import { recordResult } from '../store/record-result.ts';
import { insertJobs, jobsOf, type NewJob } from '../store/report-jobs.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { dueTimes } from './due-times.ts';

/** Subscriptions per transaction: few enough that no request waits long for the write lock. */
const PORTION = 100;
/** Unfinished jobs of a tenant. Beyond, its subscriptions wait until there are fewer, and catch up once. */
export const MAX_WAITING = 20_000;

type EnqueueServices = Pick<Services, 'store' | 'time'>;

/**
 * Makes jobs of what is due, one per recipient, and moves subscriptions on to their next due time. After an outage only
 * the latest due time counts, however many have passed. Returns how many subscriptions were due.
 */
export function enqueueDue(services: EnqueueServices, signal?: AbortSignal): Promise<number> {
  const { time, store } = services;
  return inPortions(
    time,
    async () => {
      const now = time.now();
      const due = await findDue(services, now);
      if (due.length === 0) return 0;
      const isSending = await sendingTenants(services, due);
      // Calendars take a quarter of a millisecond each.
      const moves = await inSlices(due.values().map((subscription) => moveOn(subscription, isSending, now)));
      await store.write(async (transaction) => {
        const moved = await transaction.changeEach(
          setNext,
          moves.map(({ subscription: { tenant_id, id, version, next_at }, nextAt }) => [
            nextAt,
            tenant_id,
            id,
            version,
            next_at,
          ]),
        );
        // Another node, or a change of the subscription, was faster where no row changed.
        const ours = moves.filter((_, index) => moved[index] !== 0);
        await insertJobs(
          transaction,
          ours.flatMap(({ jobs }) => jobs),
          now,
        );
        for (const { subscription, nextAt } of ours)
          if (nextAt === null) await recordUnscheduled(transaction, subscription, now);
      });
      return due.length;
    },
    signal,
  );
}

const setNext = hotStatement<
  [nextAt: number | null, tenantId: TenantId, id: string, version: number, nextAt: number | null]
>()((db, slot) =>
  db
    .updateTable('subscriptions')
    .set({ next_at: slot(0) })
    .where('tenant_id', '=', slot(1))
    .where('id', '=', slot(2))
    .where('version', '=', slot(3))
    .where('next_at', '=', slot(4))
    .where('status', '=', 'active'),
);

async function findDue({ store }: EnqueueServices, now: number): Promise<readonly StoredSubscription[]> {
  if ((await findDueSubscriptions(store, now, { limit: 1 })).length === 0) return [];
  const without = await findFullTenants(store.lists, MAX_WAITING);
  return findDueSubscriptions(store, now, { limit: PORTION, without });
}

/** Tenants that send now. What is due of others is left out, and not sent later. */
async function sendingTenants(
  { store }: EnqueueServices,
  due: readonly StoredSubscription[],
): Promise<(tenantId: TenantId) => boolean> {
  const sending = new Set<TenantId>();
  for (const tenantId of new Set(due.map(({ tenant_id }) => tenant_id))) {
    const { settings } = await readReportSetup(store, tenantId);
    if (settings.isPaused || settings.rights === 'off') continue;
    if ((await findTenant(store, tenantId))?.status === 'active') sending.add(tenantId);
  }
  return (tenantId) => sending.has(tenantId);
}

interface Move {
  readonly subscription: StoredSubscription;
  readonly nextAt: number | null;
  readonly jobs: readonly NewJob[];
}

function moveOn(
  subscription: StoredSubscription,
  isSending: (tenantId: TenantId) => boolean,
  now: number,
): Move {
  const times = dueTimes(subscription.settings.schedule, now);
  if (!times) return { subscription, nextAt: null, jobs: [] };
  // Not what was due before there was the subscription: its first due time has moved.
  const isDue = times.latest >= subscription.created_at && isSending(subscription.tenant_id);
  return { subscription, nextAt: times.next, jobs: isDue ? jobsOf(subscription, times.latest) : [] };
}

const recordUnscheduled = (transaction: Queries, { tenant_id, id }: StoredSubscription, now: number) =>
  recordResult(
    transaction,
    { tenant_id, subscription_id: id, due_at: now },
    {
      state: 'failed',
      code: 'internal',
      reason: 'Its next due time cannot be computed. Choose another time zone or schedule.',
      now,
    },
  );
