import { connect, type Socket } from 'node:net';
import { quantile } from '../timed.ts';

export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Sends each request once, over so many connections, each waiting for its answer. Hand-written on bare sockets:
 * on two cores a load generator that costs as much as the server would measure itself.
 */
export async function sendAll(
  port: number,
  requests: readonly Buffer[],
  connections: number,
): Promise<LoadResult> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  const runOne = () =>
    new Promise<void>((resolve, reject) => {
      let sent = 0;
      const socket = connectTo(port, (status) => {
        times.push(performance.now() - sent);
        statuses[status] = (statuses[status] ?? 0) + 1;
        send();
      });
      const send = () => {
        const request = requests[next++];
        if (!request) {
          socket.destroy();
          return resolve();
        }
        sent = performance.now();
        socket.write(request);
      };
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The server closed the connection.')));
      send();
    });
  await Promise.all(Array.from({ length: connections }, runOne));
  const seconds = (performance.now() - started) / 1000;
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { perSecond: requests.length / seconds, p50, p99, statuses };
}

/** A connection that tells the status of each response. What it reads goes into one buffer, over and over. */
function connectTo(port: number, answered: (status: string) => void): Socket {
  let received = '';
  const callback = (bytes: number, buffer: Uint8Array) => {
    received += (buffer as Buffer).toString('latin1', 0, bytes);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return true;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < end + 4 + length) return true;
    const status = received.slice(9, 12);
    received = received.slice(end + 4 + length);
    answered(status);
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafeSlow(16 * 1024), callback };
  return connect({ port, host: '127.0.0.1', noDelay: true, onread });
}
