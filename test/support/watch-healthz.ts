import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface HealthzWatch {
  readonly samples: number;
  /** The 99th percentile of `/healthz` latencies; with fewer than 100 samples, the longest. */
  readonly p99Ms: number;
  /**
   * How long about 25 ms of computation (on an idle machine) took meanwhile: the yardstick for latencies, which a busy
   * or slow machine stretches alike.
   */
  readonly unitMs: number;
  /** Some of these computations took far longer than others: the machine itself paused. */
  readonly isDisturbed: boolean;
}

/**
 * Requests `/healthz` over and over while `work` runs. The probe has a thread and an event loop of its own, so that only
 * the server's stalls count. Run the server as a process of its own where the test itself computes a lot.
 */
export async function watchHealthz(url: string, work: () => Promise<unknown>): Promise<HealthzWatch> {
  const worker = new Worker(new URL('./watch-healthz-worker.ts', import.meta.url), {
    workerData: `${url}/healthz`,
  });
  await once(worker, 'message');
  try {
    await work();
  } finally {
    worker.postMessage('stop');
  }
  const [watched] = await once(worker, 'message');
  await worker.terminate();
  return watched;
}
