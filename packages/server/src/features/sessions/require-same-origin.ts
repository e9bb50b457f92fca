import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/errors.ts';
import { isSameOrigin, ownOrigin } from './session-cookie.ts';

/** Refuses a request of the sign-in page that a page of another origin sent. */
export function requireSameOrigin(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): void {
  if (isSameOrigin(request, config)) return;
  throw new AppError('REQUEST_INVALID', {
    message: `Only the admin app at ${ownOrigin(request, config)}/admin can do this. If you opened it at another address, set INLAY_PUBLIC_URL to that address, and make sure that proxies forward the Host header.`,
    detail: `session route called from ${request.headers.origin ?? 'no origin'}`,
  });
}
