import { AppError } from '../errors.ts';
import type { Time } from '../time/time.ts';

/**
 * Runs tasks within limits, and starts them key by key in turn: tenants first, within a tenant its viewers, and so on,
 * however many tasks one of them has waiting (ADR 244).
 */
export interface FairQueue {
  /** Rejects with `QueueFullError` if the queue is full or the wait takes too long, or with the signal's reason. */
  run<T>(key: QueueKey, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  load(): QueueLoad;
}

/** From the tenant down: `[tenantId, username]`. Levels left out count as one key. */
export type QueueKey = string | readonly string[];

export interface QueueLoad {
  readonly running: number;
  readonly waiting: number;
}

export interface FairQueueOptions {
  readonly total: LaneLimits;
  /** Limits for one key of each level: a tenant, a viewer within a tenant, and so on. */
  readonly levels: readonly Partial<LaneLimits>[];
  readonly time: Time;
  /** No task waits longer. */
  readonly maxWaitMs: number;
  /**
   * Starts at most one task per turn of the event loop, for tasks that compute on it, so that sockets are read in
   * between.
   */
  readonly paced?: boolean;
  /**
   * Rejects a task, on arrival or as soon as it is known, if even the first turn of its key would come too late at the
   * pace of the last ones.
   */
  readonly refusesHopeless?: boolean;
  readonly onRejected?: (reason: QueueRejection) => void;
}

export interface LaneLimits {
  /** For long tasks, set this below the limit of the level above, or one key could block all others. */
  readonly running: number;
  readonly waiting: number;
}

/** `share`: the caller has too many waiting; `node`: all callers together; `deadline`: the task waited too long. */
export type QueueRejection = 'share' | 'node' | 'deadline';

export class QueueFullError extends AppError {
  readonly reason: QueueRejection;

  constructor(reason: QueueRejection, retryAfterSeconds = 5) {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    super(reason === 'share' ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', { headers });
    this.reason = reason;
  }
}

/** The tasks of one key, or of all keys below it. */
interface Lane {
  readonly key: string;
  readonly limits: LaneLimits;
  running: number;
  waiting: number;
  /** Lanes of the next level in turn: the one whose task started moves to the end. */
  readonly lanes: Map<string, Lane>;
  /** Tasks of the last level, in order of arrival. */
  readonly waiters: Set<Waiter>;
}

interface Waiter {
  readonly since: number;
  start(): void;
  reject(error: Error): void;
}

/** The lanes that count a task, from the root to its own key. */
type Path = readonly Lane[];

const MEAN_OF = 16;

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { levels, time, maxWaitMs, paced = false, refusesHopeless = false, onRejected } = options;
  const root = createLane('', options.total);
  let isStartScheduled = false;
  /** The time between two starts from a full queue, on average of the last ones. */
  let paceMs = 0;
  let measured = 0;
  let lastStart: number | undefined;

  function openPath(key: QueueKey): Path {
    const keys = typeof key === 'string' ? [key] : key;
    const path = [root];
    let lane = root;
    for (const [index, limits] of levels.entries()) {
      const name = keys[index] ?? '';
      const next = lane.lanes.get(name) ?? createLane(name, limits);
      lane.lanes.set(name, next);
      path.push(next);
      lane = next;
    }
    return path;
  }

  function closeEmpty(path: Path): void {
    for (let level = path.length - 1; level > 0; level--) {
      const lane = path[level] as Lane;
      if (lane.running > 0 || lane.waiting > 0) return;
      path[level - 1]?.lanes.delete(lane.key);
    }
  }

  function enter(path: Path): void {
    for (const lane of path) lane.running += 1;
  }

  function leave(path: Path): void {
    for (const lane of path) lane.running -= 1;
    closeEmpty(path);
    startWaiting();
  }

  function startWaiting(): void {
    if (!paced) {
      for (let next = takeTurn(root); next; next = takeTurn(root)) next.start();
      return;
    }
    if (isStartScheduled || root.waiting === 0) return;
    isStartScheduled = true;
    setImmediate(() => {
      isStartScheduled = false;
      const next = takeTurn(root);
      if (!next) return;
      next.start();
      startWaiting();
    });
  }

  /** Resolves when the task may start and is counted as running. */
  function takePlace(path: Path, signal: AbortSignal | undefined): Promise<void> {
    // Tasks that wait although there is room are blocked by a limit of their own key.
    if (!paced && path.every(({ running, limits }) => running < limits.running)) {
      enter(path);
      return Promise.resolve();
    }
    return waitInLine(path, signal);
  }

  function waitInLine(path: Path, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leaf = path.at(-1) as Lane;
      const leaveLine = () => {
        timer.stop();
        signal?.removeEventListener('abort', giveUp);
        leaf.waiters.delete(waiter);
        for (const lane of path) lane.waiting -= 1;
      };
      const waiter: Waiter = {
        since: time.monotonic(),
        start: () => {
          leaveLine();
          enter(path);
          measurePace();
          resolve();
          if (refusesHopeless) rejectLate();
        },
        reject: (error) => {
          leaveLine();
          closeEmpty(path);
          reject(error);
        },
      };
      const isOver = () => (signal?.reason as Error | undefined)?.name === 'TimeoutError';
      const giveUp = () => waiter.reject(isOver() ? rejection('deadline') : signal?.reason);
      const timer = time.after(maxWaitMs, () => waiter.reject(rejection('deadline')));
      signal?.addEventListener('abort', giveUp, { once: true });
      leaf.waiters.add(waiter);
      for (const lane of path) lane.waiting += 1;
      rejectExcess(path, waiter);
      if (refusesHopeless && leaf.waiters.has(waiter)) rejectHopeless(waiter);
      startWaiting();
    });
  }

  /** If a lane has too many waiting tasks, rejects the newest task of the key with the most. */
  function rejectExcess(path: Path, latest: Waiter): void {
    for (const lane of path.toReversed()) {
      if (lane.waiting <= lane.limits.waiting) continue;
      const { waiters } = findLongest(lane, path);
      // Found without a search in the usual case, where the new task's key has the most waiting.
      const newest = waiters.has(latest) ? latest : [...waiters].at(-1);
      newest?.reject(rejection(lane === root ? 'node' : 'share'));
    }
  }

  /** Not where a key is at its own limit or nobody waits: such pauses say nothing about the pace of the queue. */
  function measurePace(): void {
    const now = time.monotonic();
    const isFull = root.running >= root.limits.running;
    if (isFull && lastStart !== undefined) {
      measured += 1;
      paceMs += (now - lastStart - paceMs) / Math.min(measured, MEAN_OF);
    }
    lastStart = isFull && root.waiting > 0 ? now : undefined;
  }

  /**
   * Keys take turns, so each key that waits has one before the newcomer. How many tasks a key has waiting does not count:
   * a busy neighbor must not be the reason for a rejection.
   */
  function rejectHopeless(waiter: Waiter): void {
    const keys = root.lanes.values().filter(({ waiting }) => waiting > 0);
    const expectedMs = keys.reduce((count) => count + 1, 0) * paceMs;
    if (root.running < root.limits.running || measured < MEAN_OF || expectedMs <= maxWaitMs) return;
    waiter.reject(tooLate(expectedMs));
  }

  /** The same for keys that came before the pace was known, as when very many come at once. */
  function rejectLate(): void {
    if (measured < MEAN_OF) return;
    const now = time.monotonic();
    let expectedMs = 0;
    for (const lane of [...root.lanes.values()]) {
      if (lane.waiting === 0) continue;
      expectedMs += paceMs;
      for (const waiter of [...waitersIn(lane)])
        if (now - waiter.since + expectedMs >= maxWaitMs) waiter.reject(tooLate(expectedMs));
      if (lane.waiting === 0) expectedMs -= paceMs;
    }
  }

  const tooLate = (expectedMs: number) =>
    rejection('node', Math.min(60, Math.max(1, Math.ceil((expectedMs - maxWaitMs) / 1000))));

  function rejection(reason: QueueRejection, retryAfterSeconds?: number): QueueFullError {
    onRejected?.(reason);
    return new QueueFullError(reason, retryAfterSeconds);
  }

  return {
    async run(key, task, signal) {
      signal?.throwIfAborted();
      const path = openPath(key);
      await takePlace(path, signal);
      try {
        return await task();
      } finally {
        leave(path);
      }
    },
    load: () => ({ running: root.running, waiting: root.waiting }),
  };
}

function createLane(key: string, limits: Partial<LaneLimits>): Lane {
  const unlimited = { running: Number.POSITIVE_INFINITY, waiting: Number.POSITIVE_INFINITY };
  return {
    key,
    limits: { ...unlimited, ...limits },
    running: 0,
    waiting: 0,
    lanes: new Map(),
    waiters: new Set(),
  };
}

function waitersIn(lane: Lane): readonly Waiter[] {
  return [...lane.waiters, ...lane.lanes.values().flatMap(waitersIn)];
}

/** The next task that no limit blocks. */
function takeTurn(lane: Lane): Waiter | undefined {
  if (lane.waiting === 0 || lane.running >= lane.limits.running) return undefined;
  for (const next of lane.lanes.values()) {
    const waiter = takeTurn(next);
    if (!waiter) continue;
    lane.lanes.delete(next.key);
    lane.lanes.set(next.key, next);
    return waiter;
  }
  const [first] = lane.waiters;
  return first;
}

/** The key below a lane with the most waiting tasks; of several, that of `path`, so that a newcomer displaces no equal. */
function findLongest(lane: Lane, path: Path): Lane {
  const lanes = [...lane.lanes.values()];
  const [first = lane] = lanes;
  const own = lanes.find((each) => path.includes(each)) ?? first;
  const longest = lanes.reduce((longest, each) => (each.waiting > longest.waiting ? each : longest), own);
  return lanes.length === 0 ? lane : findLongest(longest, path);
}
