import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

const question = 'inlay:metrics';
/** Longer than the five seconds that the other process gives its workers. */
const timeoutMs = 10_000;

interface Message {
  readonly type?: string;
  readonly id?: number;
  readonly text?: string;
}

/** In a worker: has the process that started it gather what all workers have counted. */
export function requestMetrics(registry: Registry): () => Promise<string> {
  // Makes this process answer when it is asked for its own part.
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  const waiting = new Map<number, (text: string) => void>();
  process.on('message', ({ type, id, text = '' }: Message) => {
    if (type !== question || id === undefined) return;
    waiting.get(id)?.(text);
    waiting.delete(id);
  });
  let asked = 0;
  return () =>
    new Promise((resolve, reject) => {
      const id = asked++;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error('The process that gathers the metrics of all workers did not answer.'));
      }, timeoutMs);
      waiting.set(id, (text) => {
        clearTimeout(timer);
        resolve(text);
      });
      process.send?.({ type: question, id });
    });
}

/** In the process that started the workers. */
export function serveMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, { type, id }: Message) => {
    if (type !== question) return;
    const answer = (text: string) => worker.isConnected() && worker.send({ type, id, text });
    all.clusterMetrics().then(answer, () => answer(''));
  });
}
