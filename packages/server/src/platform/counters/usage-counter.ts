import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import { DelayedCounts } from './delayed-counts.ts';

/** Token exchanges, refusals by reason, views by embed, database queries by dataset. */
export type UsageKind = 'exchange' | 'refusal' | 'view' | 'query' | 'slow-query';

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

/** Usage per hour. */
export class UsageCounter {
  readonly #counts: DelayedCounts<Counted>;

  constructor(store: Store, onError: (error: unknown) => void) {
    this.#counts = new DelayedCounts({
      afterMs: 3000,
      write: (portion) => addUsage(store, portion),
      add: (known, more) => {
        known.count += more.count;
        known.totalMs += more.totalMs;
        known.longestMs = Math.max(known.longestMs, more.longestMs);
      },
      onError,
    });
  }

  count(tenantId: TenantId, at: number, what: UsageKind, used = '', ms = 0): void {
    const hour = at - (at % HOUR);
    const key = used.slice(0, 128);
    const took = Math.round(ms);
    const counted = { tenantId, hour, what, key, count: 1, totalMs: took, longestMs: took };
    this.#counts.count(`${tenantId} ${hour} ${what} ${key}`, counted);
  }

  flush(): Promise<void> {
    return this.#counts.flush();
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
