import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** How long a client may send nothing during an upload. */
const SILENCE_MS = 60_000;

const uploading = new WeakSet<Socket>();

/**
 * Exempts an upload from the time limit of requests for as long as data arrives. A client is not silent while it waits
 * for the server, because everything has arrived or has not been read yet.
 */
export async function whileUploading<T>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  receive: () => Promise<T>,
  silenceMs = SILENCE_MS,
): Promise<T> {
  const { socket } = raw;
  uploading.add(socket);
  // Node emits it only until the whole request has arrived, and without a listener closes the connection itself.
  let wasUnread = false;
  const giveUp = () => {
    const isUnread = raw.readableLength > 0;
    // Once the server has caught up, the client has its full time again.
    if (isUnread || wasUnread) socket.setTimeout(silenceMs);
    else
      raw.destroy(
        new AppError('REQUEST_INVALID', { message: `Upload timed out: no data for ${silenceMs / 1000} s.` }),
      );
    wasUnread = isUnread;
  };
  const rest = () => {
    socket.setTimeout(0);
    raw.off('timeout', giveUp);
  };
  socket.setTimeout(silenceMs);
  raw.on('timeout', giveUp);
  raw.once('end', rest);
  return receive().finally(() => {
    uploading.delete(socket);
    raw.off('end', rest);
    rest();
  });
}

/** With a listener for request timeouts, Node leaves it to us to end the request. */
export function isUploading(socket: Socket): boolean {
  return uploading.has(socket);
}
