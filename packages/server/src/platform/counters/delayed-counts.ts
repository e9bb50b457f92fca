import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

const PORTION = 200;
/** Whatever happens to the store, no more than this is kept in memory. */
const MAX_COUNTERS = 20_000;

interface Options<Counted> {
  readonly afterMs: number;
  /** Writes some counters in one transaction. */
  readonly write: (portion: readonly Counted[]) => Promise<void>;
  /** Adds what was counted again to what is known. */
  readonly add: (known: Counted, more: Counted) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Counts in memory and writes sums a moment later: a request pays for a lookup in a map, and the store for one small
 * write every few seconds. What a crash loses is those seconds.
 */
export class DelayedCounts<Counted> {
  readonly #options: Options<Counted>;
  #counts = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: Options<Counted>) {
    this.#options = options;
  }

  count(key: string, counted: Counted): void {
    this.#add(key, counted);
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.afterMs).unref();
  }

  /** Writes what was counted. What cannot be written is kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
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
        // What may have been written is not written again: a count that is twice as high is worse than one that lacks.
        const isUnconfirmed = error instanceof StoreUnavailableError && error.trouble === 'unconfirmed';
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
