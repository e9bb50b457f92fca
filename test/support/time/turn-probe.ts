/**
 * Loaded into a server with `--import`: measures the CPU time that its main thread spends between two timers that are due
 * after some milliseconds. Timers run once per turn of the event loop, so that is the longest turn, give or take those
 * milliseconds. CPU time stands still while the machine, or another process, has the core. The memory of the process is
 * looked at as often.
 */
import { createServer } from 'node:net';
import { isMainThread, Worker } from 'node:worker_threads';
import { type Peaks, TURN_PROBE } from '../server/spawn-watched-inlay.ts';

const INTERVAL_MS = 5;
const path = process.env[TURN_PROBE];

if (isMainThread && path !== undefined) {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  let last = process.threadCpuUsage();
  let longest = 0;
  let rss = 0;
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, user + system);
    rss = Math.max(rss, process.memoryUsage.rss());
    Atomics.add(turns, 0, 1);
  };
  setInterval(look, INTERVAL_MS).unref();
  new Worker(new URL('./stuck-turn.ts', import.meta.url), { workerData: turns }).unref();
  createServer((socket) => {
    look();
    const peaks: Peaks = { turnMs: longest / 1000, rssBytes: rss };
    socket.end(JSON.stringify(peaks));
    longest = 0;
    rss = 0;
  })
    .listen(path)
    .unref();
}
