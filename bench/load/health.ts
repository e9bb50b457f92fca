/**
 * A thread that requests `/healthz` at a steady pace, whether or not earlier requests were answered, and posts how long
 * each took once it is told to stop. A thread, because the event loop of the load generator is busy.
 */
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';

/** `open`: over one connection that is open before; `new`: each over its own, as load balancers often request it. */
export interface HealthProbe {
  readonly url: string;
  readonly connection: 'open' | 'new';
  /** Slow enough that the probes are no load of their own. */
  readonly paceMs: number;
}

const { url, connection, paceMs }: HealthProbe = workerData;
const agent = connection === 'open' && new Agent({ keepAlive: true, maxSockets: 1 });
const times: number[] = [];
const pending = new Set<Promise<void>>();

async function probe(): Promise<void> {
  const started = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  get(`${url}/healthz`, { agent }, (response) => text(response).then(resolve, reject)).on('error', reject);
  await promise;
  times.push(performance.now() - started);
}

await probe();
times.length = 0;
parentPort?.postMessage('ready');
const send = () => {
  const probing = probe().finally(() => pending.delete(probing));
  pending.add(probing);
};
// At once, since some work ends within the first interval.
send();
const pace = setInterval(send, paceMs);
parentPort?.once('message', async () => {
  clearInterval(pace);
  await Promise.all(pending);
  if (agent) agent.destroy();
  parentPort?.postMessage(times);
});
