import type { TenantId } from '@inlay/protocol/tenant-id';
import type { UsageTotalRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import { type CounterOptions, DelayedCounts } from './delayed-counts.ts';
import { monthOf } from './month.ts';

/** What quotas limit per month. */
export type MeteredKind = UsageTotalRow['what'];

interface Counted {
  readonly tenantId: TenantId;
  readonly month: number;
  readonly what: MeteredKind;
  count: number;
}

interface Total {
  readonly month: number;
  /** As last read from the store, with the counts of all nodes. */
  written: number;
  /** Counted here and not in `written` yet. */
  unwritten: number;
}

/**
 * Usage of each tenant in the current month. What this process counted is included immediately, what others counted
 * after they have written it and this process has written or read.
 */
export class MonthlyTotals {
  readonly #store: Store;
  readonly #counts: DelayedCounts<Counted>;
  readonly #totals = new Map<string, Total>();

  constructor(options: CounterOptions, afterMs: number) {
    this.#store = options.store;
    this.#counts = new DelayedCounts({
      ...options,
      afterMs,
      write: (portion) => this.#write(portion),
      add: (known, { count }) => {
        known.count += count;
      },
    });
  }

  count(tenantId: TenantId, at: number, what: MeteredKind, count: number): void {
    const month = monthOf(at);
    const total = this.#of(tenantId, what, month);
    if (total.month === month) total.unwritten += count;
    this.#counts.count(`${tenantId} ${month} ${what}`, { tenantId, month, what, count });
  }

  total(tenantId: TenantId, at: number, what: MeteredKind): number {
    const { written, unwritten } = this.#of(tenantId, what, monthOf(at));
    return written + unwritten;
  }

  /** Reads what all nodes have written. */
  async refresh(tenantId: TenantId, at: number): Promise<void> {
    const month = monthOf(at);
    const rows = await this.#store
      .tenant(tenantId)
      .selectFrom('usage_totals')
      .select(['what', 'count'])
      .where('month', '=', month)
      .execute();
    for (const { what, count } of rows) {
      const total = this.#of(tenantId, what, month);
      // A write that was confirmed during the read knows better.
      total.written = Math.max(total.written, count);
    }
  }

  flush(): Promise<void> {
    return this.#counts.flush();
  }

  #of(tenantId: TenantId, what: MeteredKind, month: number): Total {
    const key = `${tenantId} ${what}`;
    const known = this.#totals.get(key);
    if (known && known.month >= month) return known;
    const fresh = { month, written: 0, unwritten: 0 };
    this.#totals.set(key, fresh);
    return fresh;
  }

  async #write(portion: readonly Counted[]): Promise<void> {
    // In one order on every node, or two of them could deadlock.
    const sorted = portion.toSorted((a, b) => compare(a.tenantId, b.tenantId) || compare(a.what, b.what));
    try {
      const totals = await this.#store.write(async (transaction) => {
        const counts = [];
        for (const counted of sorted)
          counts.push(
            await transaction
              .tenant(counted.tenantId)
              .insertInto('usage_totals', { month: counted.month, what: counted.what, count: counted.count })
              .onConflict((conflict) =>
                conflict
                  .columns(['tenant_id', 'month', 'what'])
                  .doUpdateSet((row) => ({ count: row('usage_totals.count', '+', counted.count) })),
              )
              .returning('count')
              .executeTakeFirstOrThrow(),
          );
        return counts;
      });
      for (const [index, counted] of sorted.entries()) this.#settle(counted, totals[index]?.count);
    } catch (error) {
      // These counts are given up: see `DelayedCounts`.
      if (error instanceof StoreUnavailableError && error.failure === 'unconfirmed')
        for (const counted of sorted) this.#settle(counted);
      throw error;
    }
  }

  #settle({ tenantId, what, month, count }: Counted, written?: number): void {
    const total = this.#of(tenantId, what, month);
    if (total.month !== month) return;
    total.unwritten -= count;
    if (written !== undefined) total.written = Math.max(total.written, written);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
