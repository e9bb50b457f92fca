import type { TenantId } from '@inlay/protocol/tenant-id';
import type { UsageTotalRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { monthOf } from './month.ts';
import type { MeteredKind, MeteredUse } from './use.ts';

interface Total {
  readonly month: number;
  /** As last read from the store, with the counts of all nodes. */
  written: number;
  /** Counted here and not in `written` yet. */
  unwritten: number;
  /** Reserved by requests that are being served. */
  reserved: number;
}

/**
 * Usage of each tenant in the current month. What this process counted is included immediately, what others counted
 * after they have written it and this process has written or read.
 */
export class MonthlyTotals {
  readonly #store: Store;
  readonly #totals = new Map<string, Total>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Adds a use that is written later. */
  add({ tenantId, what, hour, count }: MeteredUse): void {
    const month = monthOf(hour);
    const total = this.#of(tenantId, what, month);
    if (total.month === month) total.unwritten += count;
  }

  /** The uses are no longer pending, and these are the totals with them. */
  settle(uses: readonly MeteredUse[], written: readonly UsageTotalRow[]): void {
    for (const { tenantId, what, hour, count } of uses) {
      const month = monthOf(hour);
      const total = this.#of(tenantId, what, month);
      if (total.month === month) total.unwritten -= count;
    }
    for (const row of written) this.learn(row);
  }

  /** Remembers what was read from the store. A larger total that is known already is newer. */
  learn({ tenant_id, what, month, count }: UsageTotalRow): void {
    const total = this.#of(tenant_id, what, month);
    if (total.month === month) total.written = Math.max(total.written, count);
  }

  total(tenantId: TenantId, at: number, what: MeteredKind): number {
    const { written, unwritten } = this.#of(tenantId, what, monthOf(at));
    return written + unwritten;
  }

  reserved(tenantId: TenantId, at: number, what: MeteredKind): number {
    return this.#of(tenantId, what, monthOf(at)).reserved;
  }

  /** Returns a function that gives the amount back. */
  reserve(tenantId: TenantId, at: number, what: MeteredKind, amount: number): () => void {
    const total = this.#of(tenantId, what, monthOf(at));
    total.reserved += amount;
    return () => {
      total.reserved -= amount;
    };
  }

  /** Reads what all nodes have written. */
  async refresh(tenantId: TenantId, at: number): Promise<void> {
    const rows = await this.#store
      .tenant(tenantId)
      .selectFrom('usage_totals')
      .selectAll()
      .where('month', '=', monthOf(at))
      .execute();
    for (const row of rows) this.learn(row);
  }

  #of(tenantId: TenantId, what: MeteredKind, month: number): Total {
    const key = `${tenantId} ${what}`;
    const known = this.#totals.get(key);
    if (known && known.month >= month) return known;
    const fresh = { month, written: 0, unwritten: 0, reserved: 0 };
    this.#totals.set(key, fresh);
    return fresh;
  }
}
