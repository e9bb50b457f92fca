import { availableParallelism } from 'node:os';
import type { ChildrenOptions } from '../engines/duckdb/duckdb-children.ts';
import type { Metrics } from '../metrics.ts';
import type { Time } from '../time/time.ts';
import { NO_TRACER, type Tracer } from '../tracing/tracer.ts';
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts';

/** The queues of this node. Each is bounded, and fair between tenants and their viewers. */
export interface Queues {
  /** Keyed by tenant, source address and username. */
  readonly hashing: FairQueue;
  /** Keyed by tenant and viewer, like all below. */
  readonly files: FairQueue;
  readonly imports: FairQueue;
  readonly databases: FairQueue;
  readonly exports: FairQueue;
  /** Pages from the token to the last result. */
  readonly pages: FairQueue;
  /** Rendering, which computes on the event loop. */
  readonly rendering: FairQueue;
}

interface QueueLimits extends Pick<ChildrenOptions, 'maxChildren' | 'maxJobs'> {
  /** The time limit of a query. */
  readonly queryMs: number;
}

interface QueueServices {
  readonly metrics: Metrics;
  readonly time: Time;
  readonly tracer?: Tracer;
}

export function createQueues(
  { metrics, time, tracer = NO_TRACER }: QueueServices,
  { maxChildren, maxJobs, queryMs }: QueueLimits,
): Queues {
  const create = (name: string, options: Omit<FairQueueOptions, 'time'>) => {
    const queue = createFairQueue({
      ...options,
      time,
      onRejected: (reason) => metrics.queueRejections.inc({ queue: name, reason }),
    });
    return tracer.isOn ? traceWaiting(queue, name, tracer) : queue;
  };
  const queues: Queues = {
    hashing: create('hashing', {
      // Hashing shares the thread pool with signature checks: a flood of logins must leave a thread for those.
      total: { running: Math.max(1, Math.min(3, availableParallelism())), waiting: 1000 },
      levels: [{ waiting: 500 }, { waiting: 200 }, {}],
      maxWaitMs: 10_000,
    }),
    // Few at once, because DuckDB runs on this machine; databases run elsewhere.
    files: create('files', {
      total: { running: maxChildren * maxJobs, waiting: 5000 },
      levels: [{ running: maxJobs, waiting: 1000 }, {}],
      maxWaitMs: queryMs,
      // Many tenants at once need a process each: better a prompt error than one after the time limit.
      refusesHopeless: true,
    }),
    // Each runs in a separate process.
    imports: create('imports', {
      total: { running: 2, waiting: 200 },
      levels: [{ running: 1, waiting: 50 }, {}],
      maxWaitMs: 600_000,
    }),
    databases: create('databases', {
      total: { running: 64, waiting: 5000 },
      levels: [{ running: 16, waiting: 1000 }, {}],
      maxWaitMs: 60_000,
    }),
    exports: create('exports', {
      total: { running: 4, waiting: 512 },
      levels: [
        { running: 3, waiting: 128 },
        { running: 2, waiting: 32 },
      ],
      maxWaitMs: 60_000,
    }),
    pages: create('pages', {
      total: { running: 256, waiting: 5000 },
      levels: [
        { running: 128, waiting: 4000 },
        { running: 64, waiting: 2500 },
      ],
      maxWaitMs: 60_000,
      paced: true,
    }),
    rendering: create('rendering', {
      total: { running: 1, waiting: 5000 },
      levels: [{ waiting: 4000 }, { waiting: 2500 }],
      maxWaitMs: 60_000,
      paced: true,
    }),
  };
  metrics.watchQueues({ ...queues });
  return queues;
}

/** A span for the time that a task waits. */
const traceWaiting = (queue: FairQueue, name: string, tracer: Tracer): FairQueue => ({
  ...queue,
  run: (key, task, signal) => {
    const waiting = tracer.start('wait in queue');
    waiting.set({ 'inlay.queue': name });
    const run = () => {
      waiting.end();
      return task();
    };
    return queue.run(key, run, signal).finally(() => waiting.end());
  },
});
