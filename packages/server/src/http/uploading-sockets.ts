import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** How long a sender of a file may send nothing. */
const silenceMs = 60_000;

const uploading = new WeakSet<Socket>();

/** Lets a request take as long as it goes on sending: the limit for whole requests is not for files. */
export async function whileUploading<T>({ raw }: FastifyRequest, receive: () => Promise<T>): Promise<T> {
  const { socket } = raw;
  uploading.add(socket);
  const giveUp = () => {
    if (!raw.complete) raw.destroy(new AppError('REQUEST_INVALID', { message: 'The sender fell silent.' }));
  };
  socket.setTimeout(silenceMs, giveUp);
  return receive().finally(() => {
    uploading.delete(socket);
    socket.setTimeout(0, giveUp);
    socket.off('timeout', giveUp);
  });
}

/** Node only reports a request that takes too long where somebody listens: ending it is then ours. */
export function isUploading(socket: Socket): boolean {
  return uploading.has(socket);
}
