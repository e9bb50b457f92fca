import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { systemTime } from '../time/time.ts';

const MESSAGE = 'inlay:metrics';
/** Longer than the five seconds that the primary process gives its workers. */
const timeoutMs = 10_000;

interface Message {
  readonly type?: string;
  readonly id?: number;
  readonly text?: string;
}

/** In a worker: requests the metrics of all workers from the primary process. */
export function requestMetrics(registry: Registry): () => Promise<string> {
  // Registers this worker's own metrics for collection.
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  const waiting = new Map<number, (text: string | undefined) => void>();
  process.on('message', ({ type, id, text }: Message) => {
    if (type !== MESSAGE || id === undefined) return;
    waiting.get(id)?.(text);
    waiting.delete(id);
  });
  let nextId = 0;
  return () =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      const timer = systemTime.after(timeoutMs, () => {
        waiting.delete(id);
        reject(uncollected());
      });
      waiting.set(id, (text) => {
        timer.stop();
        if (text === undefined) reject(uncollected());
        else resolve(text);
      });
      process.send?.({ type: MESSAGE, id });
    });
}

const uncollected = () =>
  new AppError('UNAVAILABLE', {
    message: 'The metrics of the workers could not be collected. Try again in a moment.',
    headers: { 'retry-after': '5' },
  });

/** In the primary process: responds to requests for metrics. */
export function serveMetrics(): void {
  const all = new AggregatorRegistry();
  let collecting: Promise<string> | undefined;
  /** Requests at the same time share a collection, which asks every worker. */
  const collect = () => {
    collecting ??= all.clusterMetrics().finally(() => {
      collecting = undefined;
    });
    return collecting;
  };
  cluster.on('message', (worker, { type, id }: Message) => {
    if (type !== MESSAGE) return;
    const respond = (text?: string) => worker.isConnected() && worker.send({ type, id, text });
    collect().then(respond, () => respond());
  });
}
