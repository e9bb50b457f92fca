/** Everything that depends on the passing of time. An argument, so that tests advance time instead of waiting for it (ADR 302). */
export interface Time {
  /** Milliseconds since 1970. Jumps, also back, when the machine's clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never goes back. For durations and time limits within this process. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. Unlike the timers below, it keeps the process alive. */
  sleep(ms: number, options?: SleepOptions): Promise<void>;
  /** Aborts with a `TimeoutError` after `ms`, as `AbortSignal.timeout` does. */
  deadline(ms: number): Deadline;
  /** Runs `work` once. */
  after(ms: number, work: () => void): Timer;
  /** Runs `work` again and again, first after `ms`. */
  every(ms: number, work: () => void): Timer;
}

export interface SleepOptions {
  readonly signal?: AbortSignal | undefined;
  /** False for work in the background, which must not keep the process alive. */
  readonly keepsAlive?: boolean;
}

export interface Timer {
  stop(): void;
}

export interface Deadline {
  readonly signal: AbortSignal;
  /** Call it when the work has ended, or the timer stays until its time. The signal then never aborts. */
  release(): void;
}

/** What differs between real and fake time; `createTime` derives the rest. */
export interface TimeSource {
  now(): number;
  monotonic(): number;
  setTimer(ms: number, work: () => void, options: { readonly keepsAlive: boolean }): Timer;
}

export function createTime({ now, monotonic, setTimer }: TimeSource): Time {
  const after = (ms: number, work: () => void) => setTimer(ms, work, { keepsAlive: false });
  return {
    now,
    monotonic,
    sleep: (ms, { signal, keepsAlive = true } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          timer.stop();
          reject(signal?.reason);
        };
        const wakeUp = () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        };
        const timer = setTimer(ms, wakeUp, { keepsAlive });
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    deadline: (ms) => {
      const over = new AbortController();
      const reason = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      const timer = after(ms, () => over.abort(reason()));
      return { signal: over.signal, release: () => timer.stop() };
    },
    after,
    every: (ms, work) => {
      const repeat = () => {
        timer = after(ms, repeat);
        work();
      };
      let timer = after(ms, repeat);
      return { stop: () => timer.stop() };
    },
  };
}

export const systemSource: TimeSource = {
  now: Date.now,
  monotonic: () => performance.now(),
  setTimer: (ms, work, { keepsAlive }) => {
    const timer = setTimeout(work, ms);
    if (!keepsAlive) timer.unref();
    return { stop: () => clearTimeout(timer) };
  },
};

export const systemTime: Time = createTime(systemSource);

export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null) => (at === null ? null : isoTime(at));
