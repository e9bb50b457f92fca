import { AppError } from '../errors.ts';

interface Item<T, R> {
  readonly value: T;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
}

/** The queue is full; the caller should retry later. */
export class TooManyWaiting extends AppError {
  constructor() {
    super('UNAVAILABLE', { detail: 'too many writes are waiting', headers: { 'retry-after': '1' } });
  }
}

interface BatchLimits {
  readonly maxConcurrent: number;
  readonly maxBatchSize: number;
  readonly maxWaiting: number;
}

/**
 * Combines concurrent writes into batches. An idle queue writes at once; under load, items that arrive during a write
 * form the next batch.
 */
export class Batches<T, R> {
  readonly #run: (values: readonly T[]) => Promise<readonly R[]>;
  readonly #limits: BatchLimits;
  #waiting: Item<T, R>[] = [];
  #running = 0;
  #scheduled = false;

  constructor(run: (values: readonly T[]) => Promise<readonly R[]>, limits: BatchLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  add(value: T): Promise<R> {
    if (this.#waiting.length >= this.#limits.maxWaiting) return Promise.reject(new TooManyWaiting());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ value, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#limits.maxConcurrent || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush(this.#waiting.splice(0, this.#limits.maxBatchSize));
      this.#schedule();
    });
  }

  async #flush(batch: readonly Item<T, R>[]): Promise<void> {
    if (batch.length === 0) return;
    this.#running += 1;
    try {
      const results = await this.#run(batch.map(({ value }) => value));
      // Results match values by position; a different number would assign them to the wrong requests.
      if (results.length !== batch.length)
        throw new Error(`A batch of ${batch.length} has ${results.length} results.`);
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }
}
