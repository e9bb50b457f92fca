import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/http/http-app.ts';

/** Where a request to sign in comes from, for the list of sessions. */
export const clientOf = (request: FastifyRequest) => ({
  caller: callerOf(request),
  userAgent: request.headers['user-agent'],
});
