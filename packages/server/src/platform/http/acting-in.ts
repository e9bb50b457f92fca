import type { FastifyRequest } from 'fastify';
import type { Acting } from '../identity/acting.ts';
import { callerOf, principalOf } from './http-app.ts';

/** The user and the caller behind a change. */
export function actingIn(request: FastifyRequest): Acting {
  return { actor: principalOf(request).username, caller: callerOf(request) };
}
