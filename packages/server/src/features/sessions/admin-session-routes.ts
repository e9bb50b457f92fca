import { Timestamp } from '@inlay/protocol/schema-parts';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { callerOf, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { authenticateLogin, LOGIN_TOKEN_MS } from '../../platform/identity/login-tokens.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { logIn, logOut } from './log-in.ts';
import { MAX_CREDENTIALS_BYTES } from './max-credentials.ts';
import {
  endedSessionCookie,
  isSameOrigin,
  ownOrigin,
  readSessionCookie,
  sessionCookie,
} from './session-cookie.ts';

/** The admin app logs in like API clients do, but keeps its token in a cookie that scripts cannot read. */
export function adminSessionRoutes(app: HttpApp, services: Services): void {
  const { store, time, config } = services;
  const open = { access: 'public' } as const;

  const requireSameOrigin = (request: FastifyRequest): void => {
    if (isSameOrigin(request, config)) return;
    throw new AppError('REQUEST_INVALID', {
      message: `Only the admin app at ${ownOrigin(request, config)}/admin can do this. If you opened it at another address, set INLAY_PUBLIC_URL to that address, and make sure that proxies forward the Host header.`,
      detail: `session route called from ${request.headers.origin ?? 'no origin'}`,
    });
  };

  app.post('/admin/session', {
    config: open,
    bodyLimit: MAX_CREDENTIALS_BYTES,
    schema: {
      hide: true,
      body: Type.Object({ username: Type.String(), password: Type.String() }),
      response: { 200: Type.Object({ expiresAt: Timestamp }) },
    },
    handler: async (request, reply) => {
      requireSameOrigin(request);
      const { token } = await logIn(services, tenantOf(request).id, request.body, callerOf(request));
      return reply
        .header('set-cookie', sessionCookie(config, token))
        .send({ expiresAt: isoTime(time.now() + LOGIN_TOKEN_MS) });
    },
  });

  app.delete('/admin/session', {
    config: open,
    bodyLimit: MAX_CREDENTIALS_BYTES,
    schema: { hide: true },
    handler: async (request, reply) => {
      requireSameOrigin(request);
      const { id: tenantId } = tenantOf(request);
      const token = readSessionCookie(request, config);
      const principal = token && (await authenticateLogin(store, tenantId, token, time.now()));
      if (principal) await logOut(services, principal, callerOf(request));
      return reply.code(204).header('set-cookie', endedSessionCookie(config)).send(null);
    },
  });
}
