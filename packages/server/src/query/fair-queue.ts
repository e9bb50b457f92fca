/** Runs tasks within bounds and gives free places to tenants in turn, however many tasks one of them has waiting. */
export interface FairQueue {
  /** Rejects with `QueueFullError` when the tenant has too many waiting, or with the signal's reason. */
  run<T>(tenantId: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Running and waiting tasks, for metrics. */
  load(): { readonly running: number; readonly waiting: number };
}

export interface FairQueueLimits {
  readonly running: number;
  /** Below `running`, or one tenant could hold every place. */
  readonly runningPerTenant: number;
  readonly waitingPerTenant: number;
}

export class QueueFullError extends Error {
  readonly code = 'QUERY_QUEUE_FULL';

  constructor() {
    super('Too many questions are waiting; try again in a moment.');
    this.name = 'QueueFullError';
  }
}

interface Lane {
  running: number;
  readonly waiting: Set<() => void>;
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  // The order of the lanes is whose turn it is: a lane that got a place goes to the end.
  const lanes = new Map<string, Lane>();
  let running = 0;

  function laneOf(tenantId: string): Lane {
    const lane = lanes.get(tenantId) ?? { running: 0, waiting: new Set() };
    lanes.set(tenantId, lane);
    return lane;
  }

  const hasPlace = (lane: Lane) => running < limits.running && lane.running < limits.runningPerTenant;

  function startWaiting(): void {
    for (let started = startOne(); started; started = startOne());
  }

  function startOne(): boolean {
    for (const [tenantId, lane] of lanes) {
      const [start] = lane.waiting;
      if (start === undefined || !hasPlace(lane)) continue;
      lane.waiting.delete(start);
      lanes.delete(tenantId);
      lanes.set(tenantId, lane);
      start();
      return true;
    }
    return false;
  }

  function enter(lane: Lane): void {
    running += 1;
    lane.running += 1;
  }

  function leave(tenantId: string, lane: Lane): void {
    running -= 1;
    lane.running -= 1;
    if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(tenantId);
    startWaiting();
  }

  /** Resolves with the place taken. */
  function place(tenantId: string, lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (lane.waiting.size === 0 && hasPlace(lane)) {
      enter(lane);
      return Promise.resolve();
    }
    if (lane.waiting.size >= limits.waitingPerTenant) return Promise.reject(new QueueFullError());
    return new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        enter(lane);
        resolve();
      };
      const giveUp = () => {
        lane.waiting.delete(start);
        if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(tenantId);
        reject(signal?.reason);
      };
      lane.waiting.add(start);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  return {
    async run(tenantId, task, signal) {
      signal?.throwIfAborted();
      const lane = laneOf(tenantId);
      await place(tenantId, lane, signal);
      try {
        return await task();
      } finally {
        leave(tenantId, lane);
      }
    },
    load: () => ({
      running,
      waiting: [...lanes.values()].reduce((sum, lane) => sum + lane.waiting.size, 0),
    }),
  };
}
