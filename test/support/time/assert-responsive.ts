import assert from 'node:assert/strict';
import type { WatchedCommand } from '../server/spawn-watched-inlay.ts';
import { unitCpuMs } from './cpu-units.ts';

/**
 * About 200 ms of CPU time on a fast machine: ten times what garbage collection costs, and less than half of the shortest
 * stall this guards against.
 */
const MAX_UNITS = 8;

/** Asserts that no turn of the server's event loop computes for long while `work` runs. */
export async function assertResponsive(
  server: WatchedCommand,
  work: () => Promise<unknown>,
  maxUnits = MAX_UNITS,
): Promise<void> {
  // Forgets earlier turns.
  await server.peaks();
  await work();
  const [{ turnMs }, unitMs] = [await server.peaks(), unitCpuMs()];
  assert.ok(
    turnMs <= maxUnits * unitMs,
    `a turn of the event loop computed for ${turnMs.toFixed(0)} ms, more than ${maxUnits} × ${unitMs.toFixed(0)} ms`,
  );
}
