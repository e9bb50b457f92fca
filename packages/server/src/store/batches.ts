interface Item<T, R> {
  readonly value: T;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Collects what many requests want to write at the same moment into one piece of work. At rest an item goes out
 * at once; at load, items that arrive while others are being written go out together.
 */
export class Batches<T, R> {
  readonly #run: (values: readonly T[]) => Promise<readonly R[]>;
  readonly #mostAtOnce: number;
  readonly #mostInBatch: number;
  #waiting: Item<T, R>[] = [];
  #running = 0;
  #scheduled = false;

  constructor(
    run: (values: readonly T[]) => Promise<readonly R[]>,
    { mostAtOnce, mostInBatch }: { readonly mostAtOnce: number; readonly mostInBatch: number },
  ) {
    this.#run = run;
    this.#mostAtOnce = mostAtOnce;
    this.#mostInBatch = mostInBatch;
  }

  add(value: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ value, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#mostAtOnce || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush(this.#waiting.splice(0, this.#mostInBatch));
      this.#schedule();
    });
  }

  async #flush(batch: readonly Item<T, R>[]): Promise<void> {
    if (batch.length === 0) return;
    this.#running += 1;
    try {
      const results = await this.#run(batch.map(({ value }) => value));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }
}
