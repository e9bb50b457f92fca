import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from './engine-error.ts';

export interface StopRules {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether there is anything to wait for when it is stopped; a caller who waits for a free connection is rejected at once. */
  isRunning?(): boolean;
  /** Cancels the query in the database and frees what the work holds. Called at most once; the work is expected to end soon after. */
  stop(): void | Promise<void>;
}

/** How long a database may take to cancel before the caller is rejected anyway. */
const GRACE_MS = 2000;

/** Runs the work until it ends, its time is over, or the caller cancels; the last two take precedence over the work's own outcome. */
export async function runStoppable<T>(work: () => Promise<T>, rules: StopRules): Promise<T> {
  if (rules.signal?.aborted) throw new EngineError('CANCELLED');
  const stopped = Promise.withResolvers<never>();
  // Not awaited if the work completes in time.
  stopped.promise.catch(() => {});
  let reason: EngineError | undefined;
  const stopFor = (code: 'TIMEOUT' | 'CANCELLED') => {
    if (reason !== undefined) return;
    const error = new EngineError(code);
    reason = error;
    Promise.resolve()
      .then(() => rules.stop())
      .catch(() => {});
    const grace = rules.isRunning?.() === false ? 0 : GRACE_MS;
    setTimeout(() => stopped.reject(error), grace).unref();
  };
  const timer = setTimeout(() => stopFor('TIMEOUT'), rules.timeoutMs);
  const onAbort = () => stopFor('CANCELLED');
  rules.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const result = await Promise.race([work(), stopped.promise]);
    if (reason !== undefined) throw reason;
    return result;
  } catch (error) {
    throw reason ?? error;
  } finally {
    clearTimeout(timer);
    rules.signal?.removeEventListener('abort', onAbort);
  }
}

/** A server that has not read the statement yet misses the cancel request, so the request is repeated. */
export async function stopRepeatedly(stop: () => Promise<void>, isRunning: () => boolean): Promise<void> {
  for (let times = 0; times < 5 && isRunning(); times++) {
    await stop();
    await sleep(150, undefined, { ref: false });
  }
}
