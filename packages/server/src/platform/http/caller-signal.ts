import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

interface HasConfig {
  readonly config: Pick<Config, 'querySeconds'>;
}

const connections = new WeakMap<Socket, AbortSignal>();

/**
 * Aborted when the caller disconnects, so that no work is done for them. Not `request.signal`: that one follows the
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
  // A signal per request: its listeners go with it, however long the connection is kept alive.
  return AbortSignal.any([closed]);
}

/** Aborted when the time limit of queries is over, counted from the arrival of the request. */
export function queryDeadline(request: FastifyRequest, { config }: HasConfig): AbortSignal {
  const leftMs = request.arrivedAt + config.querySeconds * 1000 - performance.now();
  // Kept by the request, because a signal without references is collected, and its timer with it.
  request.deadline ??= AbortSignal.timeout(Math.max(0, Math.ceil(leftMs)));
  return request.deadline;
}

/** For queries: aborted when the caller disconnects, or at the deadline of the request. */
export function querySignal(request: FastifyRequest, services: HasConfig): AbortSignal {
  return AbortSignal.any([callerSignal(request), queryDeadline(request, services)]);
}
