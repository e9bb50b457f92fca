import { Worker } from 'node:worker_threads';
import { createFairQueue, type FairQueue } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';
import type { Time, Timer } from '../time/time.ts';
import type { FileWork, MadeFile } from './file-worker.ts';

export interface FileMakerLimits {
  /** Longer than any legitimate file takes, even on a busy machine. */
  readonly timeoutMs: number;
  /** Size of the text that a file is made from. */
  readonly maxBytes: number;
  readonly idleMs: number;
}

const LIMITS: FileMakerLimits = {
  timeoutMs: 60_000,
  maxBytes: 64 * 1024 * 1024,
  idleMs: 60_000,
};

/**
 * Creates files on a separate thread, one at a time, so that no request waits for an image. The thread starts with
 * the first file and stops when idle, because its fonts take memory. Exports are queued before they get here, so this
 * queue stays short.
 */
export class FileMaker {
  readonly #limits: FileMakerLimits;
  readonly #time: Time;
  readonly #queue: FairQueue;
  #worker: Worker | undefined;
  #making: PromiseWithResolvers<Uint8Array> | undefined;
  #idle: Timer | undefined;
  #isClosed = false;

  constructor(time: Time, limits: Partial<FileMakerLimits> = {}) {
    this.#time = time;
    const total = { running: 1, waiting: 100 };
    this.#queue = createFairQueue({ time, total, levels: [], maxWaitMs: 300_000 });
    this.#limits = { ...LIMITS, ...limits };
  }

  async make(work: FileWork): Promise<Uint8Array> {
    if (sizeOf(work) > this.#limits.maxBytes) throw exportTooLarge();
    return this.#queue.run([], () => this.#run(work));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle?.stop();
    this.#making?.reject(new AppError('UNAVAILABLE'));
    await this.#end();
  }

  async #run(work: FileWork): Promise<Uint8Array> {
    if (this.#isClosed) throw new AppError('UNAVAILABLE');
    this.#idle?.stop();
    this.#making = Promise.withResolvers();
    const timer = this.#time.after(this.#limits.timeoutMs, () => this.#fail('took too long'));
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(work);
      return await this.#making.promise;
    } finally {
      timer.stop();
      this.#making = undefined;
      this.#idle = this.#time.after(this.#limits.idleMs, () => void this.#end());
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // A thread that was terminated because of a timeout may still emit a message.
    const isCurrent = () => worker === this.#worker;
    worker.on('message', ({ bytes, error }: MadeFile) => {
      if (!isCurrent()) return;
      if (bytes === undefined) this.#fail(error ?? 'failed');
      else this.#making?.resolve(bytes);
    });
    // Also if it ran out of memory: the next file starts another thread.
    worker.on('error', (error) => isCurrent() && this.#fail(String(error)));
    worker.unref();
    return worker;
  }

  #fail(detail: string): void {
    void this.#end();
    this.#making?.reject(new AppError('INTERNAL', { detail: `a file could not be created: ${detail}` }));
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

export const exportTooLarge = () =>
  new AppError('REQUEST_INVALID', {
    message: 'This export is too large. Filter the data, or export the tiles one by one.',
  });

function sizeOf(work: FileWork): number {
  const texts = work.kind === 'png' ? [work.svg] : work.pages;
  return texts.reduce((sum, text) => sum + text.length, 0);
}
