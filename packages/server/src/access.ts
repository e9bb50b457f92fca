import { CONFIRMED_MINUTES } from '@inlay/protocol/second-factor';
import type { FastifyRequest } from 'fastify';
import { isSameOrigin, readSessionCookie } from './features/sessions/session-cookie.ts';
import { authenticateEmbed } from './features/tokens/embed-tokens.ts';
import { recordEvent } from './platform/audit/record-event.ts';
import { AppError } from './platform/errors.ts';
import { addressOf } from './platform/http/address-of.ts';
import { type Access, callerOf, type HttpApp, tenantOf } from './platform/http/http-app.ts';
import { authenticateKey, isApiKey } from './platform/identity/api-keys.ts';
import { authenticateLogin } from './platform/identity/login-tokens.ts';
import { isAllowed, type Principal } from './platform/identity/principal.ts';
import type { Services } from './services.ts';

/** Authorizes a request by the `access` and the `scopes` of its route (ADR 331). */
export function guardRoutes(app: HttpApp, services: Services): void {
  const { store, time, refusals, config } = services;
  app.decorateRequest('principal', null);
  app.decorateRequest('viewer', null);
  app.addHook('onRoute', ({ url, method, config: route }) => {
    if (/^\/(?:api|embed|admin)/.test(url) && route?.access === undefined)
      throw new Error(`The route ${method} ${url} does not declare config.access.`);
    const needsLogin = route?.access === 'USER' || route?.access === 'ADMIN';
    if (needsLogin && !route.scopes?.length && !route.loginOnly)
      throw new Error(`The route ${method} ${url} does not declare config.scopes.`);
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
    const key = bearer !== undefined && isApiKey(bearer) ? bearer : undefined;
    const principal =
      key === undefined
        ? await authenticateLogin(store, tenantId, token, time.now())
        : await authenticateKey(store, tenantId, { key, address: addressOf(request) }, time.now());
    if (!principal) return refuse('Bearer error="invalid_token"', key ? 'invalid API key' : 'invalid token');
    request.principal = principal;
    const { scopes = [], loginOnly = false, confirmed } = request.routeOptions.config;
    if (principal.kind === 'key' && loginOnly)
      return refuseAuthenticated(services, request, principal, 'a login');
    if ((principal.kind === 'key' || access === 'ADMIN') && !isAllowed(principal, scopes))
      return refuseAuthenticated(services, request, principal, scopes.join(', '));
    // Before a body is read, if it does not matter.
    if (confirmed === true) requireConfirmation(request, time.now());
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public') return done();
    authenticate(request, access).then(() => done(), done);
  });
  app.addHook('preHandler', async (request) => {
    const { confirmed } = request.routeOptions.config;
    if (confirmed === undefined || confirmed === true) return;
    const given = Object(request.body);
    if (confirmed.some((field) => (given[field] ?? null) !== null)) requireConfirmation(request, time.now());
  });
}

/**
 * Somebody at an unlocked computer could be using the session. Programs that log in with `POST /api/login` have nobody to
 * ask; a token of the admin app does not become one of them by traveling in a header.
 */
function requireConfirmation({ principal, headers }: FastifyRequest, now: number): void {
  if (principal?.kind !== 'user') return;
  const isPage = !headers.authorization || principal.isBrowser;
  if (isPage && now - principal.verifiedAt >= CONFIRMED_MINUTES * 60_000)
    throw new AppError('CONFIRMATION_REQUIRED');
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Authenticated callers are named in the audit log, unlike unauthenticated ones. */
async function refuseAuthenticated(
  { store, time }: Services,
  request: FastifyRequest,
  { tenantId, name }: Principal,
  needed: string,
): Promise<never> {
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, time.now(), callerOf(request), {
      action: 'access',
      outcome: 'refused',
      actor: name,
      target: `${request.method} ${request.routeOptions.url}`,
      reason: `requires ${needed}`,
    }),
  );
  throw unauthorized('Bearer error="insufficient_scope"');
}

function unauthorized(challenge: string): AppError {
  return new AppError('UNAUTHORIZED', { headers: { 'www-authenticate': challenge } });
}
