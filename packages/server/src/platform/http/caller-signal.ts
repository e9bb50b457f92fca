import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

interface HasConfig {
  readonly config: Pick<Config, 'querySeconds'>;
}

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

/** Aborted when the time limit of queries is over, counted from the arrival of the request. */
export function queryDeadline(request: FastifyRequest, { config }: HasConfig): AbortSignal {
  const leftMs = request.arrivedAt + config.querySeconds * 1000 - performance.now();
  // Kept by the request: what nobody holds is collected, and its timer with it.
  request.deadline ??= AbortSignal.timeout(Math.max(0, Math.ceil(leftMs)));
  return request.deadline;
}

/** For queries: aborted when the caller hangs up, or at the deadline of the request. */
export function querySignal(request: FastifyRequest, services: HasConfig): AbortSignal {
  return AbortSignal.any([callerSignal(request), queryDeadline(request, services)]);
}
