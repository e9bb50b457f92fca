import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { FileAnswer, FileWork } from './file-worker.ts';

export interface FileMakerLimits {
  /** Longer than any legitimate file takes on a busy machine. */
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

interface Waiting {
  readonly work: FileWork;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Makes files on a thread of its own, one at a time, so that no request waits for an image. The thread starts with the
 * first file and ends when idle, because its fonts take memory. Exports queue before they come here, so this queue
 * stays short.
 */
export class FileMaker {
  readonly #limits: FileMakerLimits;
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #running: (Waiting & { readonly timer: NodeJS.Timeout }) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(limits: Partial<FileMakerLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  make(work: FileWork): Promise<Uint8Array> {
    if (sizeOf(work) > this.#limits.maxBytes)
      return Promise.reject(
        new AppError('REQUEST_INVALID', {
          message: 'This is too much for one file. Filter it, or export tile by tile.',
        }),
      );
    return new Promise((resolve, reject) => {
      this.#queue.push({ work, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const closed = new AppError('UNAVAILABLE');
    for (const { reject } of this.#queue.splice(0)) reject(closed);
    this.#finish()?.reject(closed);
    await this.#end();
  }

  #next(): void {
    if (this.#running) return;
    const waiting = this.#queue.shift();
    clearTimeout(this.#idle);
    if (!waiting) {
      this.#idle = setTimeout(() => void this.#end(), this.#limits.idleMs).unref();
      return;
    }
    const timer = setTimeout(() => this.#fail('took too long'), this.#limits.timeoutMs);
    this.#running = { ...waiting, timer };
    this.#lastId += 1;
    this.#started().postMessage({ id: this.#lastId, work: waiting.work });
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    worker.on('message', ({ id, bytes, error }: FileAnswer) => {
      if (id !== this.#lastId) return;
      if (bytes === undefined) return this.#fail(error ?? 'failed');
      this.#finish()?.resolve(bytes);
      this.#next();
    });
    // Also when it ran out of memory: the next file starts another thread.
    worker.on('error', (error) => worker === this.#worker && this.#fail(String(error)));
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #fail(detail: string): void {
    void this.#end();
    this.#finish()?.reject(new AppError('INTERNAL', { detail: `a file could not be made: ${detail}` }));
    this.#next();
  }

  #finish(): Waiting | undefined {
    const running = this.#running;
    clearTimeout(running?.timer);
    this.#running = undefined;
    return running;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function sizeOf(work: FileWork): number {
  if (work.kind === 'png') return work.svg.length;
  const texts = work.kind === 'pdf' ? work.pages : Object.values(work.parts);
  return texts.reduce((sum, text) => sum + text.length, 0);
}
