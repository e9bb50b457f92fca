import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import { type CounterOptions, DelayedCounts } from './delayed-counts.ts';
import { MonthlyTotals } from './monthly-totals.ts';
import {
  isMetered,
  type MeteredKind,
  meteredUse,
  timedUse,
  type UsageKind,
  type Use,
  type UsingViewer,
} from './use.ts';
import { writeUses } from './write-uses.ts';

/** Queries that take at least this long count as slow. */
export const SLOW_MS = 1000;

const AFTER_MS = 3000;

/** Counts uses and writes them a few seconds later. Token exchanges are counted where they are stored (ADR 321). */
export class UsageCounter {
  readonly #store: Store;
  readonly #uses: DelayedCounts<Use>;
  readonly totals: MonthlyTotals;

  constructor(options: CounterOptions) {
    this.#store = options.store;
    this.totals = new MonthlyTotals(options.store);
    this.#uses = new DelayedCounts({
      ...options,
      afterMs: AFTER_MS,
      write: (portion) => this.#write(portion),
      add: (known, more) => {
        known.count += more.count;
        known.totalMs += more.totalMs;
        known.longestMs = Math.max(known.longestMs, more.longestMs);
      },
    });
  }

  count(tenantId: TenantId, at: number, what: UsageKind, used = '', ms = 0): void {
    this.#count(timedUse(tenantId, at, { what, used, ms }));
  }

  /** Counts what a viewer used, for quotas and reports by viewer. */
  countFor(
    viewer: UsingViewer,
    at: number,
    what: Exclude<MeteredKind, 'exchange'>,
    used = '',
    count = 1,
  ): void {
    const use = meteredUse(viewer, at, { what, used, count });
    this.totals.add(use);
    this.#count(use);
  }

  flush(): Promise<void> {
    return this.#uses.flush();
  }

  #count(use: Use): void {
    const { tenantId, hour, what, key, viewer } = use;
    // None of them contains a control character.
    this.#uses.count([tenantId, hour, what, key, viewer?.workspaceId, viewer?.username].join('\n'), use);
  }

  async #write(portion: readonly Use[]): Promise<void> {
    const metered = portion.filter(isMetered);
    try {
      const totals = await this.#store.write((transaction) => writeUses(transaction, portion));
      this.totals.settle(metered, totals);
    } catch (error) {
      // These counts are given up: see `DelayedCounts`.
      if (error instanceof StoreUnavailableError && error.failure === 'unconfirmed')
        this.totals.settle(metered, []);
      throw error;
    }
  }
}
