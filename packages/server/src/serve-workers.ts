import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry } from 'prom-client';
import { printBanner } from './cli/banner.ts';
import type { Config } from './config.ts';
import { prepareFirstStart } from './flows/first-start.ts';
import { METRICS_QUESTION } from './metrics.ts';
import { openServices } from './open-services.ts';

type PrepareDemo = typeof import('./cli/prepare-demo.ts').prepareDemo;

/**
 * Several processes on one port, each a whole node: what several nodes on one store may do, they may do. This one
 * hands out connections, starts a process anew that ended, and answers for all of them when metrics are asked for.
 */
export async function serveWithWorkers(
  config: Config,
  stop: AbortSignal,
  loadDemo: () => Promise<PrepareDemo>,
): Promise<number> {
  const services = await openServices(config);
  try {
    // Once, and before any worker looks: they then find a store that is ready.
    const firstTenant = await prepareFirstStart(services);
    answerForMetrics();
    const port = await startWorkers(config.workers, stop);
    if (port === undefined) return 1;
    const demo = config.demo ? await (await loadDemo())(services, stop) : undefined;
    if (!stop.aborted) printBanner(services, firstTenant, port, process.send && demo?.url);
    process.send?.({ demo });
  } finally {
    await services.engines.close();
    await services.store.close();
  }
  if (!stop.aborted) await once(stop, 'abort');
  await stopWorkers();
  return 0;
}

/** The port they listen on; nothing where one of them could not start, which then has said why. */
async function startWorkers(count: number, stop: AbortSignal): Promise<number | undefined> {
  const started = Array.from({ length: count }, () => startWorker(stop));
  const ports = await Promise.all(started);
  if (ports.includes(undefined)) await stopWorkers();
  return ports.includes(undefined) ? undefined : ports[0];
}

function startWorker(stop: AbortSignal): Promise<number | undefined> {
  const worker = cluster.fork();
  return new Promise((resolve) => {
    let listened = false;
    worker.once('listening', ({ port }) => {
      listened = true;
      resolve(port);
    });
    worker.once('exit', () => {
      // One that never listened would not the next time either.
      if (listened && !stop.aborted) void startWorker(stop);
      resolve(undefined);
    });
  });
}

async function stopWorkers(): Promise<void> {
  const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(running.map(stopWorker));
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}

function answerForMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message) => {
    if (message?.type !== METRICS_QUESTION) return;
    const answer = (text: string) => worker.send({ type: METRICS_QUESTION, id: message.id, text });
    all.clusterMetrics().then(answer, () => answer(''));
  });
}
