import { AppError } from './errors.ts';

/**
 * Runs tasks within bounds, and gives free places to keys in turn: to tenants first, within a tenant to its viewers, and
 * so on, however many tasks one of them has waiting.
 */
export interface FairQueue {
  /** Rejects with `QueueFullError` where the task finds or gets no place in time, or with the signal's reason. */
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
  /** For one key of each level: of a tenant, of a viewer within a tenant, and so on. */
  readonly levels: readonly Partial<LaneLimits>[];
  /** No task waits longer for a place. */
  readonly maxWaitMs: number;
  /**
   * Starts at most one task per turn of the event loop, for tasks that compute on it: sockets are read between two of
   * them.
   */
  readonly paced?: boolean;
  readonly onRejected?: (reason: QueueRejection) => void;
}

export interface LaneLimits {
  /** For a level: below that of the level above, where tasks are long, or one key could hold every place. */
  readonly running: number;
  readonly waiting: number;
}

/** `share`: the caller has too many waiting; `node`: all callers together; `deadline`: there was no place in time. */
export type QueueRejection = 'share' | 'node' | 'deadline';

export class QueueFullError extends AppError {
  readonly reason: QueueRejection;

  constructor(reason: QueueRejection) {
    super(reason === 'share' ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', { headers: { 'retry-after': '5' } });
    this.reason = reason;
  }
}

/** The tasks of one key, or of all keys below it. */
interface Lane {
  readonly key: string;
  readonly limits: LaneLimits;
  running: number;
  waiting: number;
  /** Of the next level, in turn: the one that got a place goes to the end. */
  readonly lanes: Map<string, Lane>;
  /** On the last level, in order of arrival. */
  readonly waiters: Set<Waiter>;
}

interface Waiter {
  start(): void;
  reject(error: Error): void;
}

/** The lanes that a task is counted in, from that of all tasks to that of its own key. */
type Path = readonly Lane[];

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { levels, maxWaitMs, paced = false, onRejected } = options;
  const root = createLane('', options.total);
  let isStartScheduled = false;

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

  /** Resolves with the place taken. */
  function takePlace(path: Path, signal: AbortSignal | undefined): Promise<void> {
    // Whoever waits in spite of a free place is kept back by a limit of their own.
    if (!paced && path.every(({ running, limits }) => running < limits.running)) {
      enter(path);
      return Promise.resolve();
    }
    try {
      makeRoom(path);
    } catch (error) {
      closeEmpty(path);
      return Promise.reject(error);
    }
    return waitInLine(path, signal);
  }

  function waitInLine(path: Path, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leaf = path.at(-1) as Lane;
      const leaveLine = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        leaf.waiters.delete(waiter);
        for (const lane of path) lane.waiting -= 1;
      };
      const waiter: Waiter = {
        start: () => {
          leaveLine();
          enter(path);
          resolve();
        },
        reject: (error) => {
          leaveLine();
          closeEmpty(path);
          reject(error);
        },
      };
      const giveUp = () => waiter.reject(signal?.reason);
      const timer = setTimeout(() => waiter.reject(rejection('deadline')), maxWaitMs).unref();
      signal?.addEventListener('abort', giveUp, { once: true });
      leaf.waiters.add(waiter);
      for (const lane of path) lane.waiting += 1;
      startWaiting();
    });
  }

  /** Throws, or rejects the newest task of the key with most waiting, where one more would be too many. */
  function makeRoom(path: Path): void {
    for (let level = path.length - 1; level >= 0; level--) {
      const lane = path[level] as Lane;
      if (lane.waiting < lane.limits.waiting) continue;
      const error = rejection(level === 0 ? 'node' : 'share');
      const longest = findLongest(path, level);
      if (longest === path.at(-1)) throw error;
      [...longest.waiters].at(-1)?.reject(error);
    }
  }

  function rejection(reason: QueueRejection): QueueFullError {
    onRejected?.(reason);
    return new QueueFullError(reason);
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

/** The task whose turn it is, of those that no limit keeps back. */
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

/** Below a lane of `path`, the key with most waiting; that of `path` itself where one more makes it the longest. */
function findLongest(path: Path, level: number): Lane {
  let longest = path[level] as Lane;
  for (let below = level + 1; below < path.length; below++) {
    const own = longest === path[below - 1] ? path[below] : undefined;
    const count = (lane: Lane) => lane.waiting + (lane === own ? 1 : 0);
    const first = own ?? (longest.lanes.values().next().value as Lane);
    longest = longest.lanes.values().reduce((most, lane) => (count(lane) > count(most) ? lane : most), first);
  }
  return longest;
}
