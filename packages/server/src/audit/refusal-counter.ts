import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Store } from '../store/store.ts';
import { type AuditEvent, countRefusal } from './record-event.ts';

type Refusal = Pick<AuditEvent, 'action' | 'reason'>;

interface Counted {
  readonly tenantId: TenantId;
  readonly minute: number;
  readonly refusal: Refusal;
  times: number;
}

const minute = 60_000;
const flushAfterMs = 1000;

/**
 * Counts the refusals of callers who proved nothing, in memory, and writes the counts a moment later: a flood
 * of refused requests costs the store one small write a second.
 */
export class RefusalCounter {
  readonly #store: Store;
  readonly #onError: (error: unknown) => void;
  #counts = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  count(tenantId: TenantId, at: number, refusal: Refusal): void {
    this.#add({ tenantId, minute: at - (at % minute), refusal, times: 1 });
    this.#timer ??= setTimeout(() => this.flush().catch(this.#onError), flushAfterMs).unref();
  }

  /** Writes what was counted. What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    for (const counted of counts) {
      const { tenantId, minute, refusal, times } = counted;
      try {
        await this.#store.write((transaction) => countRefusal(transaction, tenantId, minute, refusal, times));
      } catch (error) {
        this.#add(counted);
        this.#onError(error);
      }
    }
  }

  #add({ tenantId, minute, refusal, times }: Counted): void {
    const key = JSON.stringify([tenantId, minute, refusal.action, refusal.reason]);
    const known = this.#counts.get(key);
    if (known) known.times += times;
    else this.#counts.set(key, { tenantId, minute, refusal, times });
  }
}
