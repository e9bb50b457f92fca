import type { FastifyRequest } from 'fastify';
import { authenticateEmbed } from '../auth/embed-tokens.ts';
import { authenticateLogin } from '../auth/login-tokens.ts';
import { hasRole } from '../auth/principal.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import { type Access, type HttpApp, tenantOf } from './http-app.ts';

/** Lets a request through to its route only as that route's `access` says. */
export function guardRoutes(app: HttpApp, { store, clock }: Services): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('viewer', null);
  app.addHook('onRoute', ({ url, method, config }) => {
    if (/^\/(?:api|embed)/.test(url) && config?.access === undefined)
      throw new Error(`${method} ${url} must say in config.access who may call it.`);
  });
  const authenticate = async (request: FastifyRequest, access: Exclude<Access, 'public'>) => {
    const token = bearerToken(request);
    // RFC 6750 §3.1: without credentials there is nothing to call invalid.
    if (token === undefined) throw unauthorized('Bearer');
    if (access === 'embed') {
      const viewer = await authenticateEmbed(store, tenantOf(request).id, token, clock());
      if (!viewer) throw unauthorized('Bearer error="invalid_token"');
      request.viewer = viewer;
      return;
    }
    const principal = await authenticateLogin(store, tenantOf(request).id, token, clock());
    if (!principal) throw unauthorized('Bearer error="invalid_token"');
    if (!hasRole(principal, access)) throw unauthorized('Bearer error="insufficient_scope"');
    request.principal = principal;
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public') return done();
    authenticate(request, access).then(() => done(), done);
  });
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function unauthorized(challenge: string): AppError {
  return new AppError('UNAUTHORIZED', { headers: { 'www-authenticate': challenge } });
}
