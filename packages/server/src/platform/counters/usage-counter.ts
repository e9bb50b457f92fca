import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { UsageCountRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type CounterOptions, DelayedCounts } from './delayed-counts.ts';
import { type MeteredKind, MonthlyTotals } from './monthly-totals.ts';
import { type UsingViewer, ViewerUsage } from './viewer-usage.ts';

/** Token exchanges, refusals by reason, views by embed, exported rows, database queries by dataset. */
export type UsageKind = UsageCountRow['what'];

/** Queries that take at least this long count as slow. */
export const SLOW_MS = 1000;

interface Counted {
  readonly tenantId: TenantId;
  readonly hour: number;
  readonly what: UsageKind;
  readonly key: string;
  count: number;
  totalMs: number;
  longestMs: number;
}

const HOUR = 3_600_000;
const hourOf = (at: number): number => at - (at % HOUR);

const AFTER_MS = 3000;

/** Usage per hour; where quotas or bills depend on it, also per month and per viewer. */
export class UsageCounter {
  readonly #counts: DelayedCounts<Counted>;
  readonly #viewers: ViewerUsage;
  readonly totals: MonthlyTotals;

  constructor(options: CounterOptions) {
    this.totals = new MonthlyTotals(options, AFTER_MS);
    this.#viewers = new ViewerUsage(options, AFTER_MS);
    this.#counts = new DelayedCounts({
      ...options,
      afterMs: AFTER_MS,
      write: (portion) => addUsage(options.store, portion),
      add: (known, more) => {
        known.count += more.count;
        known.totalMs += more.totalMs;
        known.longestMs = Math.max(known.longestMs, more.longestMs);
      },
    });
  }

  count(tenantId: TenantId, at: number, what: UsageKind, used = '', ms = 0): void {
    this.#count({ tenantId, hour: hourOf(at), what, key: used.slice(0, 128), count: 1 }, Math.round(ms));
  }

  /** Counts what a viewer used, for quotas and reports by viewer. */
  countFor(viewer: UsingViewer, at: number, what: MeteredKind, used = '', count = 1): void {
    const { tenantId } = viewer;
    this.#count({ tenantId, hour: hourOf(at), what, key: used.slice(0, 128), count }, 0);
    this.#viewers.count(viewer, at, what, count);
    this.totals.count(tenantId, at, what, count);
  }

  async flush(): Promise<void> {
    await Promise.all([this.#counts.flush(), this.#viewers.flush(), this.totals.flush()]);
  }

  #count(counted: Omit<Counted, 'totalMs' | 'longestMs'>, ms: number): void {
    const { tenantId, hour, what, key } = counted;
    this.#counts.count(`${tenantId} ${hour} ${what} ${key}`, { ...counted, totalMs: ms, longestMs: ms });
  }
}

async function addUsage(store: Store, counts: readonly Counted[]): Promise<void> {
  await store.write(async (transaction) => {
    for (const { tenantId, hour, what, key, count, totalMs, longestMs } of counts) {
      await transaction
        .tenant(tenantId)
        .insertInto('usage_counts', { hour, what, key, count, total_ms: totalMs, longest_ms: longestMs })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'what', 'hour', 'key']).doUpdateSet((row) => ({
            count: row('usage_counts.count', '+', count),
            total_ms: row('usage_counts.total_ms', '+', totalMs),
            longest_ms: sql<number>`case when usage_counts.longest_ms > ${longestMs} then usage_counts.longest_ms else ${longestMs} end`,
          })),
        )
        .execute();
    }
  });
}
