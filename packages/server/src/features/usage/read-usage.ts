import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { UsageKind } from '../../platform/counters/usage-counter.ts';
import type { Queries } from '../../platform/store/store.ts';

const DAY = 86_400_000;

/** One kind of use, of one thing, on one day (UTC). */
export interface DailyUse {
  /** The day's first millisecond. */
  readonly day: number;
  readonly what: UsageKind;
  readonly key: string;
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

/** The last `days` days, today included, by day. */
export async function readUsage(
  queries: Queries,
  tenantId: TenantId,
  now: number,
  days: number,
): Promise<{ readonly from: number; readonly uses: readonly DailyUse[] }> {
  const from = now - (now % DAY) - (days - 1) * DAY;
  const day = sql<number>`hour - hour % ${sql.lit(DAY)}`;
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('usage_counts')
    .select(['what', 'key', day.as('day')])
    .select((e) => [
      e.fn.sum<number>('count').as('count'),
      e.fn.sum<number>('total_ms').as('totalMs'),
      e.fn.max('longest_ms').as('longestMs'),
    ])
    .where('hour', '>=', from)
    .groupBy(['what', 'key', day])
    .execute();
  // PostgreSQL adds bigints to a numeric, which arrives as text.
  const uses = rows.map((row) => ({ ...row, count: Number(row.count), totalMs: Number(row.totalMs) }));
  return { from, uses };
}

/** The hour in which something was used first, as far as counts are kept. */
export async function firstUse(
  queries: Queries,
  tenantId: TenantId,
  what: UsageKind,
): Promise<number | null> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('usage_counts')
    .select('hour')
    .where('what', '=', what)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst();
  return row?.hour ?? null;
}
