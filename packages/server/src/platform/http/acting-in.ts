import type { FastifyRequest } from 'fastify';
import type { Acting } from '../identity/acting.ts';
import { callerOf, principalOf } from './http-app.ts';

/** The user or API key and the caller behind a change. */
export function actingIn(request: FastifyRequest): Acting {
  return { actor: principalOf(request).name, caller: callerOf(request) };
}
