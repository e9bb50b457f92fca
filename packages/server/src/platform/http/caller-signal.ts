import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Time } from '../time/time.ts';

interface LimitServices {
  readonly config: Pick<Config, 'querySeconds'>;
  readonly time: Time;
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
export function queryDeadline(request: FastifyRequest, { config, time }: LimitServices): AbortSignal {
  const leftMs = request.arrivedAt + config.querySeconds * 1000 - time.monotonic();
  // Released after the response.
  request.deadline ??= time.deadline(Math.max(0, Math.ceil(leftMs)));
  return request.deadline.signal;
}

/** For queries: aborted when the caller disconnects, or at the deadline of the request. */
export function querySignal(request: FastifyRequest, services: LimitServices): AbortSignal {
  return AbortSignal.any([callerSignal(request), queryDeadline(request, services)]);
}
