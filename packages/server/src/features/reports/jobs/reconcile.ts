import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { inSlices } from '../../../platform/concurrency/in-slices.ts';
import { MAX_ATTEMPTS, retryDelay } from '../../../platform/mail/retry-delay.ts';
import { hotStatement } from '../../../platform/store/hot-statement.ts';
import { inPortions } from '../../../platform/store/in-portions.ts';
import type { Services } from '../../../services.ts';
import { bringForward } from '../store/due-jobs.ts';
import { findActive } from '../store/due-subscriptions.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { dueTimes } from './due-times.ts';

const PORTION = 100;
const MINUTE = 60_000;

/**
 * Computes due times in the future again, which a clock that was ahead, or a government that moved its clocks, has made
 * wrong. Those that have passed are for `enqueueDue`. Returns how many it changed.
 */
export async function reconcile(
  { store, time }: Pick<Services, 'store' | 'time'>,
  signal?: AbortSignal,
): Promise<number> {
  await store.write((transaction) => bringForward(transaction, time.now(), { maxRetryMs: LONGEST_RETRY_MS }));
  let changed = 0;
  let last: StoredSubscription | undefined;
  await inPortions(
    time,
    async () => {
      const now = time.now();
      const subscriptions = await findActive(store, { after: last, notBefore: now, limit: PORTION });
      const computed = await inSlices(
        subscriptions
          .values()
          .map((each) => ({ ...each, right: dueTimes(each.settings.schedule, now)?.next ?? null })),
      );
      const wrong = computed.flatMap(({ right, ...each }) =>
        right === null || right === each.next_at ? [] : [{ ...each, right }],
      );
      if (wrong.length > 0)
        await store.write(async (transaction) => {
          const counts = await transaction.changeEach(
            correctNext,
            wrong.map(({ right, tenant_id, id, version, next_at }) => [
              right,
              tenant_id,
              id,
              version,
              next_at ?? MISSING,
            ]),
          );
          changed += counts.filter((count) => count > 0).length;
        });
      last = subscriptions.at(-1) ?? last;
      return subscriptions.length;
    },
    signal,
  );
  return changed;
}

const MISSING = -1;

const correctNext = hotStatement<
  [nextAt: number, tenantId: TenantId, id: string, version: number, known: number]
>()((db, slot) =>
  db
    .updateTable('subscriptions')
    .set({ next_at: slot(0) })
    .where('tenant_id', '=', slot(1))
    .where('id', '=', slot(2))
    .where('version', '=', slot(3))
    .where('status', '=', 'active')
    .where(sql`coalesce(next_at, ${sql.lit(MISSING)})`, '=', slot(4)),
);

const LONGEST_RETRY_MS =
  Math.max(...Array.from({ length: MAX_ATTEMPTS }, (_, index) => retryDelay(index + 1) ?? 0)) + MINUTE;
