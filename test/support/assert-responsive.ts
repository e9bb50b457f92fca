import assert from 'node:assert/strict';
import type { HealthzWatch } from './watch-healthz.ts';

/**
 * About 200 ms on an idle machine: ten times what garbage collection and a neighbor on the same core cost, and less than
 * half of the shortest stall this guards against.
 */
const maxUnits = 8;

/** Asserts that no request to `/healthz` waited long for the server's event loop while the watched work ran. */
export function assertResponsive(watched: HealthzWatch): void {
  assert.ok(
    watched.p99Ms <= maxUnits * watched.unitMs,
    `/healthz took ${watched.p99Ms.toFixed(0)} ms (99th percentile of ${watched.samples}), more than ${maxUnits} × ${watched.unitMs.toFixed(0)} ms`,
  );
}
