/**
 * Loaded into a server with `--import`: measures the CPU time that its main thread spends between two timers that are due
 * after some milliseconds. Timers run once per turn of the event loop, so that is the longest turn, give or take those
 * milliseconds. CPU time stands still while the machine, or another process, has the core.
 */
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { TURN_PROBE } from './spawn-watched-inlay.ts';

const INTERVAL_MS = 5;
const path = process.env[TURN_PROBE];

if (isMainThread && path !== undefined) {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, user + system);
  };
  setInterval(look, INTERVAL_MS).unref();
  createServer((socket) => {
    look();
    socket.end(String(longest / 1000));
    longest = 0;
  })
    .listen(path)
    .unref();
}
