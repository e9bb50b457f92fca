import type { FastifyRequest } from 'fastify';
import { tenantOf } from '../../../platform/http/http-app.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import type { Services } from '../../../services.ts';
import { clientOf } from '../../sessions/index.ts';

/** Per address, which a whole office may share: each sign-in sends requests to the provider. */
const PER_MINUTE = 300;

/** Refuses requests of somebody who sends too many. */
export type LimitSignIns = (request: FastifyRequest) => void;

export function createSignInLimit({ time }: Pick<Services, 'time'>): LimitSignIns {
  const limit = createRateLimit(time, PER_MINUTE);
  return (request) => limit(`${tenantOf(request).id} ${clientOf(request).caller.ip}`);
}
