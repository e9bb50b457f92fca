import type { TenantId } from '@inlay/protocol/tenant-id';
import { type CounterOptions, DelayedCounts } from '../counters/delayed-counts.ts';
import type { Store } from '../store/store.ts';
import { type AuditEvent, countRefusal } from './record-event.ts';

type Refusal = Pick<AuditEvent, 'action' | 'reason'>;

interface Counted {
  readonly tenantId: TenantId;
  readonly minute: number;
  readonly refusal: Refusal;
  times: number;
}

const MINUTE = 60_000;

/** Counts refusals of unauthenticated callers: a flood of them costs the store one small write per second. */
export class RefusalCounter {
  readonly #counts: DelayedCounts<Counted>;

  constructor(options: CounterOptions) {
    this.#counts = new DelayedCounts({
      ...options,
      afterMs: 1000,
      write: (portion) => writeRefusals(options.store, portion),
      add: (known, { times }) => {
        known.times += times;
      },
    });
  }

  count(tenantId: TenantId, at: number, refusal: Refusal): void {
    const minute = at - (at % MINUTE);
    const key = JSON.stringify([tenantId, minute, refusal.action, refusal.reason]);
    this.#counts.count(key, { tenantId, minute, refusal, times: 1 });
  }

  flush(): Promise<void> {
    return this.#counts.flush();
  }
}

async function writeRefusals(store: Store, counts: readonly Counted[]): Promise<void> {
  await store.write(async (transaction) => {
    for (const { tenantId, minute, refusal, times } of counts)
      await countRefusal(transaction, tenantId, minute, refusal, times);
  });
}
