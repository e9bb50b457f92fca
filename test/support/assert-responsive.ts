import assert from 'node:assert/strict';
import { watchHealthz } from './watch-healthz.ts';

/**
 * About 200 ms on an idle machine: ten times what garbage collection and a neighbor on the same core cost, and less than
 * half of the shortest stall this guards against.
 */
const MAX_UNITS = 8;

/**
 * Asserts that no request to `/healthz` waits long for the server's event loop while `work` runs. A stall of the server
 * comes back whenever the work is repeated, unlike a pause of the machine: so one good run is enough.
 */
export async function assertResponsive(
  url: string,
  work: () => Promise<unknown>,
  maxRuns = 3,
): Promise<void> {
  const slow: string[] = [];
  while (slow.length < maxRuns) {
    const { p99Ms, unitMs, samples } = await watchHealthz(url, work);
    if (p99Ms <= MAX_UNITS * unitMs) return;
    slow.push(
      `${p99Ms.toFixed(0)} ms (99th percentile of ${samples}), over ${MAX_UNITS} × ${unitMs.toFixed(0)} ms`,
    );
  }
  assert.fail(`/healthz took ${slow.join('; ')}`);
}
