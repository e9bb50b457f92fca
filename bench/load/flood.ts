/** A thread that sends each request over a connection of its own, all at the same moment, and posts their statuses. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface Flood {
  readonly port: number;
  /** Each tells the server to close the connection. */
  readonly requests: readonly Uint8Array[];
}

/** How many responses had each status; `none` is a connection that failed. */
export type Statuses = Readonly<Record<string, number>>;

const { port, requests }: Flood = workerData;
const statuses: Record<string, number> = {};

async function send(request: Uint8Array): Promise<void> {
  let status = 'none';
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(request));
  socket.once('data', (bytes) => {
    status = bytes.toString('latin1', 9, 12);
    socket.resume();
  });
  socket.on('error', () => {}).on('close', () => resolve());
  await promise;
  statuses[status] = (statuses[status] ?? 0) + 1;
}

await Promise.all(requests.map(send));
parentPort?.postMessage(statuses);
