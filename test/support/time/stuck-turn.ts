/**
 * A thread of a server under test: ends the server when a turn of its event loop computes without end, so that a test
 * fails at once and says why.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const LOOK_MS = 200;
/** Of CPU time, in microseconds: many times what a turn may take. */
const STUCK_US = 5_000_000;

const turns: Int32Array = workerData;
let seen = 0;
let since = process.cpuUsage();
setInterval(() => {
  const turn = Atomics.load(turns, 0);
  if (turn !== seen) {
    seen = turn;
    since = process.cpuUsage();
    return;
  }
  const { user, system } = process.cpuUsage(since);
  if (user + system < STUCK_US) return;
  writeSync(2, 'A turn of the event loop did not end within five seconds of CPU time.\n');
  process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
