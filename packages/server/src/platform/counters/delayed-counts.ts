import type { Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import type { Time, Timer } from '../time/time.ts';

const PORTION = 200;
/** A bound on memory while the store is unavailable. */
const MAX_COUNTERS = 20_000;

/** What a counter needs to write its counts. */
export interface CounterOptions {
  readonly store: Store;
  readonly time: Time;
  readonly onError: (error: unknown) => void;
}

interface Options<Counted> extends Omit<CounterOptions, 'store'> {
  readonly afterMs: number;
  /** Writes counters in one transaction. */
  readonly write: (portion: readonly Counted[]) => Promise<void>;
  /** Adds a new count to a pending one. */
  readonly add: (known: Counted, more: Counted) => void;
}

/**
 * Counts in memory and writes sums every few seconds: a request costs a map lookup, and the store one small write. A
 * crash loses those seconds.
 */
export class DelayedCounts<Counted> {
  readonly #options: Options<Counted>;
  #counts = new Map<string, Counted>();
  #timer: Timer | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: Options<Counted>) {
    this.#options = options;
  }

  count(key: string, counted: Counted): void {
    this.#add(key, counted);
    this.#timer ??= this.#options.time.after(this.#options.afterMs, () => void this.flush());
  }

  /** Writes pending counts. Counts that could not be written are kept for the next flush. */
  flush(): Promise<void> {
    this.#timer?.stop();
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts];
    this.#counts = new Map();
    for (let at = 0; at < counts.length; at += PORTION) {
      const portion = counts.slice(at, at + PORTION);
      try {
        await this.#options.write(portion.map(([, counted]) => counted));
      } catch (error) {
        // An unconfirmed write is not repeated: double counts are worse than missing ones.
        const isUnconfirmed = error instanceof StoreUnavailableError && error.failure === 'unconfirmed';
        if (!isUnconfirmed) for (const [key, counted] of portion) this.#add(key, counted);
        this.#options.onError(error);
      }
    }
  }

  #add(key: string, counted: Counted): void {
    const known = this.#counts.get(key);
    if (known !== undefined) this.#options.add(known, counted);
    else if (this.#counts.size < MAX_COUNTERS) this.#counts.set(key, counted);
  }
}
