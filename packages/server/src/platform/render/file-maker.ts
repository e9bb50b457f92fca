import { createTaskThread, type TaskThread } from '../concurrency/task-thread.ts';
import { AppError } from '../errors.ts';
import type { Time } from '../time/time.ts';
import type { FileWork } from './file-worker.ts';

export interface FileMakerLimits {
  /** Longer than any legitimate file takes, even on a busy machine. */
  readonly timeoutMs: number;
  /** Size of the text or the image that a file is made from. */
  readonly maxBytes: number;
}

const LIMITS: FileMakerLimits = { timeoutMs: 60_000, maxBytes: 64 * 1024 * 1024 };

/**
 * Creates files on a separate thread, one at a time, so that no request waits for an image. The thread stops when idle,
 * because its fonts take memory. Exports are queued before they get here, so its queue stays short.
 */
export class FileMaker {
  readonly #maxBytes: number;
  readonly #thread: TaskThread<FileWork, Uint8Array>;

  constructor(time: Time, limits: Partial<FileMakerLimits> = {}) {
    const { maxBytes, timeoutMs } = { ...LIMITS, ...limits };
    this.#maxBytes = maxBytes;
    this.#thread = createTaskThread({
      time,
      file: new URL('./file-worker.ts', import.meta.url),
      maxMemoryMb: 512,
      timeoutMs,
      idleMs: 60_000,
      maxWaiting: 100,
      maxWaitMs: 300_000,
      failure: (detail) => new AppError('INTERNAL', { detail: `a file could not be created: ${detail}` }),
    });
  }

  async make(work: FileWork): Promise<Uint8Array> {
    if (sizeOf(work) > this.#maxBytes) throw exportTooLarge();
    return this.#thread.run(work);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

export const exportTooLarge = () =>
  new AppError('REQUEST_INVALID', {
    message: 'This export is too large. Filter the data, or export the tiles one by one.',
  });

function sizeOf(work: FileWork): number {
  if (work.kind === 'image') return work.content.length;
  const texts = work.kind === 'png' ? [work.svg] : work.pages;
  return texts.reduce((sum, text) => sum + text.length, 0);
}
