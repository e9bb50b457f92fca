import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const latencies: number[] = [];
const units: number[] = [];
let isStopped = false;

parentPort?.once('message', () => {
  isStopped = true;
});

await probe();
parentPort?.postMessage('ready');
do {
  latencies.push(await probe());
  units.push(unit());
} while (!isStopped);
agent.destroy();

parentPort?.postMessage({ samples: latencies.length, p99Ms: p99(latencies), unitMs: p99(units) });

/** With fewer than 100 values, the largest. */
function p99(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1];
}

/** The milliseconds until the whole response has arrived. */
function probe(): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(workerData, { agent }, (response) => {
      response.on('error', reject).on('end', () => resolve(performance.now() - started));
      response.resume();
    }).on('error', reject);
  });
}

/** A fixed amount of computation, about 25 ms on an idle machine. */
function unit(): number {
  const started = performance.now();
  let state = 1;
  for (let step = 0; step < 18_000_000; step++) state = (Math.imul(state, 1664525) + 1013904223) | 0;
  // Read, so that the loop cannot be optimized away.
  if (state === 0) throw new Error('unreachable for this seed');
  return performance.now() - started;
}
