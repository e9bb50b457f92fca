import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

const connections = new WeakMap<Socket, AbortSignal>();

/**
 * Aborted when the caller hangs up, so that nobody goes on working for them. Not `request.signal`: that one follows the
 * request's `close`, which Node emits as soon as the body has been read.
 */
export function callerSignal({ raw: { socket } }: FastifyRequest): AbortSignal {
  let closed = connections.get(socket);
  if (closed === undefined) {
    const controller = new AbortController();
    socket.once('close', () => controller.abort());
    closed = controller.signal;
    connections.set(socket, closed);
  }
  // One of its own for each request: what listens to it goes with it, however long the connection is kept.
  return AbortSignal.any([closed]);
}
