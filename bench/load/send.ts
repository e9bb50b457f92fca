import { connect, type Socket } from 'node:net';
import type { PreparedRequest } from './requests.ts';

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
  requests: readonly PreparedRequest[],
  connections: number,
): Promise<LoadResult> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  const runOne = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const answer = answersOf(socket);
    for (let request = requests[next++]; request; request = requests[next++]) {
      const sent = performance.now();
      socket.write(request.bytes);
      const status = await answer();
      times.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, runOne));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: requests.length / seconds, p50: at(0.5), p99: at(0.99), statuses };
}

/** Answers the status of the next response on a socket. */
function answersOf(socket: Socket): () => Promise<string> {
  let waiting: { resolve: (status: string) => void; reject: (error: Error) => void } | undefined;
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    const status = received.slice(9, 12);
    received = received.slice(end + 4 + length);
    waiting?.resolve(status);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')));
  return () => new Promise((resolve, reject) => (waiting = { resolve, reject }));
}
