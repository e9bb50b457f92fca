import type { Role } from '@inlay/protocol/user';
import type { FastifyRequest } from 'fastify';
import { recordEvent } from './features/audit/record-event.ts';
import { isSameOrigin, readSessionCookie } from './features/sessions/session-cookie.ts';
import { authenticateEmbed } from './features/tokens/embed-tokens.ts';
import { AppError } from './platform/errors.ts';
import { type Access, callerOf, type HttpApp, tenantOf } from './platform/http/http-app.ts';
import { authenticateLogin } from './platform/identity/login-tokens.ts';
import { hasRole, type UserPrincipal } from './platform/identity/principal.ts';
import type { Services } from './services.ts';

/** Authorizes a request by the `access` of its route. */
export function guardRoutes(app: HttpApp, services: Services): void {
  const { store, time, refusals, config } = services;
  app.decorateRequest('principal', null);
  app.decorateRequest('viewer', null);
  app.addHook('onRoute', ({ url, method, config: route }) => {
    if (/^\/(?:api|embed|admin)/.test(url) && route?.access === undefined)
      throw new Error(`The route ${method} ${url} does not declare config.access.`);
  });
  const authenticate = async (request: FastifyRequest, access: Exclude<Access, 'public'>): Promise<void> => {
    const { id: tenantId } = tenantOf(request);
    const refuse = (challenge: string, reason: string): never => {
      refusals.count(tenantId, time.now(), { action: 'access', reason });
      throw unauthorized(challenge);
    };
    const bearer = bearerToken(request);
    const cookie =
      access === 'embed' || request.headers.authorization ? undefined : readSessionCookie(request, config);
    if (cookie !== undefined && !isSameOrigin(request, config))
      return refuse('Bearer', 'session cookie from another origin');
    const token = bearer ?? cookie;
    // RFC 6750 §3.1: no error code if the request has no credentials.
    if (token === undefined) return refuse('Bearer', 'no token');
    if (access === 'embed') {
      const viewer = await authenticateEmbed(store, tenantId, token, time.now());
      if (!viewer) return refuse('Bearer error="invalid_token"', 'invalid token');
      request.viewer = viewer;
      return;
    }
    const principal = await authenticateLogin(store, tenantId, token, time.now());
    if (!principal) return refuse('Bearer error="invalid_token"', 'invalid token');
    if (!hasRole(principal, access)) await refuseRole(services, request, principal, access);
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

/** Authenticated callers are named in the audit log, unlike unauthenticated ones. */
async function refuseRole(
  { store, time }: Services,
  request: FastifyRequest,
  { tenantId, username }: UserPrincipal,
  needed: Role,
): Promise<never> {
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, time.now(), callerOf(request), {
      action: 'access',
      outcome: 'refused',
      actor: username,
      target: `${request.method} ${request.routeOptions.url}`,
      reason: `requires the role ${needed}`,
    }),
  );
  throw unauthorized('Bearer error="insufficient_scope"');
}

function unauthorized(challenge: string): AppError {
  return new AppError('UNAUTHORIZED', { headers: { 'www-authenticate': challenge } });
}
