import assert from 'node:assert/strict';
import { getTestContext } from 'node:test';
import { watchHealthz } from './watch-healthz.ts';

/**
 * About 200 ms on an idle machine: ten times what garbage collection and a neighbor on the same core cost, and less than
 * half of the shortest stall this guards against.
 */
const MAX_UNITS = 8;

/**
 * Asserts that no request to `/healthz` waits long for the server's event loop while `work` runs. A pause of the machine
 * looks like a stall of the server. A slow run therefore counts only if the machine did not pause, and has to be confirmed
 * by a second one; if the machine pauses too often to tell, the test is skipped.
 */
export async function assertResponsive(
  url: string,
  work: () => Promise<unknown>,
  maxRuns = 5,
): Promise<void> {
  let stalls = 0;
  for (let run = 1; run <= maxRuns; run++) {
    const { p99Ms, unitMs, samples, isDisturbed } = await watchHealthz(url, work);
    if (p99Ms <= MAX_UNITS * unitMs) return;
    if (!isDisturbed) stalls += 1;
    assert.ok(
      stalls < Math.min(2, maxRuns),
      `/healthz took ${p99Ms.toFixed(0)} ms (99th percentile of ${samples}), more than ${MAX_UNITS} × ${unitMs.toFixed(0)} ms`,
    );
  }
  const test = getTestContext();
  if (test && 'skip' in test) test.skip('the machine paused too often to measure the server');
}
