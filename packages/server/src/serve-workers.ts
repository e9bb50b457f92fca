import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { logUnhandled, startApp } from './app.ts';
import { printBanner } from './cli/banner.ts';
import { upgradeProgress } from './cli/upgrade-progress.ts';
import type { Config } from './config.ts';
import { prepareFirstStart } from './features/provisioning/first-start.ts';
import { openServices } from './open-services.ts';
import { createMetrics } from './platform/metrics.ts';
import { closeUnclaimed } from './platform/process/close-unclaimed.ts';
import { requestMetrics, serveMetrics } from './platform/process/gather-metrics.ts';
import { writePidFile } from './platform/process/pid-file.ts';
import {
  endSoon,
  exitCodeOf,
  stopSignal,
  unlessStopped,
  untilStopped,
} from './platform/process/stop-signal.ts';
import { systemTime } from './platform/time/time.ts';

/**
 * Runs several processes on one port, each a complete node (ADR 132). The supervisor distributes connections, restarts
 * workers that ended, and aggregates their metrics.
 */
export function serveWithWorkers(config: Config): Promise<number> {
  return cluster.isWorker ? serveAsWorker(config) : supervise(config);
}

async function serveAsWorker(config: Config): Promise<number> {
  try {
    const app = await startApp(config, { metrics: createMetrics(requestMetrics) });
    const onUnhandled = logUnhandled(app.services);
    const stop = stopSignal({ ...config, ignoresSecond: true, onUnhandled });
    await untilStopped(stop);
    await app.close();
    endSoon();
    return exitCodeOf(stop);
  } finally {
    // The channel would keep the process alive.
    process.disconnect?.();
  }
}

async function supervise(config: Config): Promise<number> {
  const stop = stopSignal({ ...config, beforeExit: killWorkers });
  const { onMigration, end } = upgradeProgress(process.stdout);
  const services = await openServices(config, { onMigration }).finally(end);
  let removePidFile = () => {};
  try {
    // Once, before any worker opens the store.
    const firstTenant = await prepareFirstStart(services);
    serveMetrics();
    const port = await startWorkers(config.workers, stop);
    if (port === undefined) return stop.aborted ? 0 : 1;
    removePidFile = writePidFile(config.dataDir);
    const demo = config.demo
      ? await unlessStopped((await import('./cli/prepare-demo.ts')).prepareDemo(services, stop), stop)
      : undefined;
    if (!stop.aborted) await printBanner(services, { first: firstTenant, port, demo });
    process.send?.({ demo: demo?.host });
  } finally {
    await services.engines.close();
    await services.duckdb.close();
    await services.databases.close();
    await services.store.close();
  }
  await untilStopped(stop);
  await stopWorkers();
  removePidFile();
  return 0;
}

/** The port that the workers listen on; undefined if one could not start, which then has printed the reason. */
async function startWorkers(count: number, stop: AbortSignal): Promise<number | undefined> {
  const failed = new AbortController();
  const ended = AbortSignal.any([stop, failed.signal]);
  const ports = await Promise.all(Array.from({ length: count }, () => startWorker(ended)));
  if (!ports.includes(undefined)) return ports[0];
  failed.abort();
  await stopWorkers();
  return undefined;
}

function fork(): Worker {
  const worker = cluster.fork();
  closeUnclaimed(worker);
  return worker;
}

/** Resolves when the worker listens. From then on it is replaced when it exits, until shutdown. */
function startWorker(ended: AbortSignal): Promise<number | undefined> {
  const worker = fork();
  return new Promise((resolve) => {
    worker.once('listening', ({ port }) => {
      worker.once('exit', () => void replaceWorker(ended));
      resolve(port);
    });
    worker.once('exit', () => resolve(undefined));
  });
}

const LONG_MS = 30_000;

/**
 * Restarts with back-off if workers exit shortly after their start, for example because the database is unreachable.
 */
async function replaceWorker(ended: AbortSignal): Promise<void> {
  for (let pause = 0; ; ) {
    await systemTime.sleep(pause, { signal: ended }).catch(() => {});
    if (ended.aborted) return;
    const started = systemTime.monotonic();
    await once(fork(), 'exit');
    const ranForLong = systemTime.monotonic() - started > LONG_MS;
    pause = ranForLong ? 0 : Math.min(pause * 2 || 250, LONG_MS);
  }
}

async function stopWorkers(): Promise<void> {
  await Promise.all(runningWorkers().map(stopWorker));
}

function killWorkers(): void {
  for (const worker of runningWorkers()) worker.process.kill('SIGKILL');
}

function runningWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}
