import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** An idle machine takes about the same time for every unit. */
const MAX_SPREAD = 3;
const latencies: number[] = [];
const units: number[] = [];
let isStopped = false;

parentPort?.once('message', () => {
  isStopped = true;
});

await probe();
// The first runs are slow, before the loop is compiled.
for (let run = 0; run < 5; run++) unit();
parentPort?.postMessage('ready');
do {
  latencies.push(await probe());
  units.push(unit());
} while (!isStopped);
agent.destroy();

const unitMs = percentile(units, 0.5);
parentPort?.postMessage({
  samples: latencies.length,
  p99Ms: percentile(latencies, 0.99),
  unitMs,
  isDisturbed: percentile(units, 1) > MAX_SPREAD * unitMs,
});

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] as number;
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
