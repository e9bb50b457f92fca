import type {
  NetworkJob,
  NetworkNote,
  NetworkResults,
} from '../../../src/platform/engines/network/messages.ts';
import { serveJobs } from '../../../src/platform/engines/process/serve-jobs.ts';

/** Stands in for the process that runs drivers: the host of a connection says what its database does to it. */
const hosts = new Map<number, string>();

serveJobs<NetworkJob, NetworkResults, undefined, NetworkNote>({
  async start() {},
  receive(note) {
    if (note.kind === 'open') hosts.set(note.pool, String(note.connection.host));
  },
  async perform(job, { signal }) {
    const host = hosts.get(job.pool);
    if (host === 'crashes') process.exit(1);
    if (host === 'spins') for (;;);
    if (host === 'grows') growWithoutPause();
    if (host === 'waits')
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    return { columns: [{ name: 'pid', type: 'number' }], rowCount: process.pid, truncated: false };
  },
});

function growWithoutPause(): never {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const parts: Buffer[] = []; ; Atomics.wait(pause, 0, 0, 5)) parts.push(Buffer.alloc(5_000_000, 1));
}
