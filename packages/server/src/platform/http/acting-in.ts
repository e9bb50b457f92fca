import type { FastifyRequest } from 'fastify';
import type { Acting } from '../identity/acting.ts';
import { callerOf, principalOf } from './http-app.ts';

/** Who makes the change that a request asks for. */
export function actingIn(request: FastifyRequest): Acting {
  return { actor: principalOf(request).username, caller: callerOf(request) };
}
