import type { Time, Timer } from '../time/time.ts';
import { EngineError } from './engine-error.ts';

export interface StopRules {
  readonly time: Time;
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
  let grace: Timer | undefined;
  const stopFor = (code: 'TIMEOUT' | 'CANCELLED') => {
    if (reason !== undefined) return;
    const error = new EngineError(code);
    reason = error;
    Promise.resolve()
      .then(() => rules.stop())
      .catch(() => {});
    if (rules.isRunning?.() === false) stopped.reject(error);
    else grace = rules.time.after(GRACE_MS, () => stopped.reject(error));
  };
  const timer = rules.time.after(rules.timeoutMs, () => stopFor('TIMEOUT'));
  const onAbort = () => stopFor('CANCELLED');
  rules.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const result = await Promise.race([work(), stopped.promise]);
    if (reason !== undefined) throw reason;
    return result;
  } catch (error) {
    throw reason ?? error;
  } finally {
    timer.stop();
    grace?.stop();
    rules.signal?.removeEventListener('abort', onAbort);
  }
}

/** A server that has not read the statement yet misses the cancel request, so the request is repeated. */
export async function stopRepeatedly(
  time: Time,
  stop: () => Promise<void>,
  isRunning: () => boolean,
): Promise<void> {
  for (let times = 0; times < 5 && isRunning(); times++) {
    await stop();
    await time.sleep(150, { keepsAlive: false });
  }
}
