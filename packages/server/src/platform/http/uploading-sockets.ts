import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** How long a sender of a file may send nothing. */
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
  // Node emits it only until the whole request has arrived, and closes the connection itself where nobody listens.
  const giveUp = () => {
    if (raw.readableLength > 0) socket.setTimeout(silenceMs);
    else raw.destroy(new AppError('REQUEST_INVALID', { message: 'The sender fell silent.' }));
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

/** Node only reports a request that takes too long where somebody listens: ending it is then ours. */
export function isUploading(socket: Socket): boolean {
  return uploading.has(socket);
}
