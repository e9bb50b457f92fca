import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Store } from '../store/store.ts';

/** Tokens exchanged, exchanges refused by reason, views by embed, questions that a database answered by dataset. */
export type UsageKind = 'exchange' | 'refusal' | 'view' | 'query' | 'slow-query';

/** A question whose viewer waited this long for the database was slow. */
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
const FLUSH_AFTER_MS = 3000;
const PORTION = 200;
/** Whatever happens to the store, no more than this is kept in memory. */
const MOST_COUNTERS = 20_000;

/**
 * Counts in memory and writes sums a moment later: a request pays for a lookup in a map, and the store for one small
 * write in some seconds, however much is used. What a crash loses is those seconds.
 */
export class UsageCounter {
  readonly #store: Store;
  readonly #onError: (error: unknown) => void;
  #counts = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  count(tenantId: TenantId, at: number, what: UsageKind, key = '', ms = 0): void {
    const took = Math.round(ms);
    this.#add({
      tenantId,
      hour: at - (at % HOUR),
      what,
      key: key.slice(0, 128),
      count: 1,
      totalMs: took,
      longestMs: took,
    });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes what was counted. What cannot be written is kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    for (let at = 0; at < counts.length; at += PORTION) {
      const portion = counts.slice(at, at + PORTION);
      try {
        await addUsage(this.#store, portion);
      } catch (error) {
        for (const counted of portion) this.#add(counted);
        this.#onError(error);
      }
    }
  }

  #add(more: Counted): void {
    const id = `${more.tenantId} ${more.hour} ${more.what} ${more.key}`;
    const known = this.#counts.get(id);
    if (known) {
      known.count += more.count;
      known.totalMs += more.totalMs;
      known.longestMs = Math.max(known.longestMs, more.longestMs);
    } else if (this.#counts.size < MOST_COUNTERS) this.#counts.set(id, { ...more });
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
