import type { FastifyRequest } from 'fastify';
import { authenticateLogin } from '../auth/login-tokens.ts';
import { hasRole } from '../auth/principal.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import { type HttpApp, tenantOf } from './http-app.ts';

/** Lets a request through to its route only as that route's `access` says. */
export function guardRoutes(app: HttpApp, { store, clock }: Services): void {
  app.decorateRequest('principal', null);
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.startsWith('/api') && config?.access === undefined)
      throw new Error(`${method} ${url} must say in config.access who may call it.`);
  });
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    const token = bearerToken(request);
    // RFC 6750 §3.1: without credentials there is nothing to call invalid.
    if (token === undefined) throw unauthorized('Bearer');
    const principal = await authenticateLogin(store, tenantOf(request).id, token, clock());
    if (!principal) throw unauthorized('Bearer error="invalid_token"');
    if (!hasRole(principal, access)) throw unauthorized('Bearer error="insufficient_scope"');
    request.principal = principal;
  });
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function unauthorized(challenge: string): AppError {
  return new AppError('UNAUTHORIZED', { headers: { 'www-authenticate': challenge } });
}
