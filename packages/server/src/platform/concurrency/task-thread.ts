import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { Time, Timer } from '../time/time.ts';
import { createFairQueue } from './fair-queue.ts';
import type { FinishedTask } from './serve-tasks.ts';

/** Runs tasks on a thread of its own, one at a time. */
export interface TaskThread<Task, Result> {
  /**
   * Rejects with what `failure` makes, or with an `AppError` if the queue is full or the thread closed. Keys take turns.
   */
  run(task: Task, key?: string): Promise<Result>;
  close(): Promise<void>;
}

export interface TaskThreadOptions {
  readonly time: Time;
  /** A file that calls `serveTasks`. */
  readonly file: URL;
  readonly maxMemoryMb: number;
  /** Longer than any legitimate task takes, even on a busy machine. */
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** What a task rejects with that failed, took too long or ended its thread. */
  readonly failure: (detail: string) => Error;
}

/** The thread starts with the first task, stops when idle, and is replaced after a task that failed. */
export function createTaskThread<Task, Result>({
  time,
  file,
  maxMemoryMb,
  timeoutMs,
  idleMs,
  maxWaiting,
  maxWaitMs,
  failure,
}: TaskThreadOptions): TaskThread<Task, Result> {
  const queue = createFairQueue({
    time,
    total: { running: 1, waiting: maxWaiting },
    levels: [{}],
    maxWaitMs,
  });
  let worker: Worker | undefined;
  let running: PromiseWithResolvers<Result> | undefined;
  let idle: Timer | undefined;
  let isClosed = false;

  async function runAlone(task: Task): Promise<Result> {
    if (isClosed) throw new AppError('UNAVAILABLE');
    idle?.stop();
    running = Promise.withResolvers();
    const timer = time.after(timeoutMs, () => fail('took too long'));
    try {
      worker ??= start();
      worker.postMessage(task);
      return await running.promise;
    } finally {
      timer.stop();
      running = undefined;
      idle = time.after(idleMs, () => void end());
    }
  }

  function start(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } });
    // A thread that was terminated because of a timeout may still emit a message.
    const isCurrent = () => started === worker;
    started.on('message', (finished: FinishedTask<Result>) => {
      if (!isCurrent()) return;
      if ('error' in finished) fail(finished.error);
      else running?.resolve(finished.result);
    });
    // Also if it ran out of memory: the next task starts another thread.
    started.on('error', (error) => isCurrent() && fail(String(error)));
    started.unref();
    return started;
  }

  function fail(detail: string): void {
    void end();
    running?.reject(failure(detail));
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  return {
    run: (task, key = '') => queue.run(key, () => runAlone(task)),
    close: async () => {
      isClosed = true;
      idle?.stop();
      running?.reject(new AppError('UNAVAILABLE'));
      await end();
    },
  };
}
