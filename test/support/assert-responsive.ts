import assert from 'node:assert/strict';
import { watchHealthz } from './watch-healthz.ts';

/**
 * About 200 ms on an idle machine: ten times what garbage collection and a neighbor on the same core cost, and less than
 * half of the shortest stall this guards against.
 */
const MAX_UNITS = 8;

/**
 * Asserts that no request to `/healthz` waits long for the server's event loop while `work` runs. Where the machine
 * paused meanwhile, a slow answer proves nothing, and the work is repeated; so it is once more where it did not, since the
 * pause may have met the server alone.
 */
export async function assertResponsive(
  url: string,
  work: () => Promise<unknown>,
  maxRuns = 5,
): Promise<void> {
  let proofs = 0;
  for (let run = 1; run <= maxRuns; run++) {
    const { p99Ms, unitMs, samples, isDisturbed } = await watchHealthz(url, work);
    const slow = `/healthz took ${p99Ms.toFixed(0)} ms (99th percentile of ${samples}), more than ${MAX_UNITS} × ${unitMs.toFixed(0)} ms`;
    if (p99Ms <= MAX_UNITS * unitMs) return;
    if (!isDisturbed) proofs += 1;
    assert.ok(proofs < Math.min(2, maxRuns), slow);
    console.warn(`${slow}: run ${run} of ${maxRuns}${isDisturbed ? ', while this machine paused' : ''}`);
  }
}
