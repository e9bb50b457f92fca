import { Timestamp } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { callerOf, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { authenticateLogin } from '../../platform/identity/login-tokens.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { clientOf } from './client-of.ts';
import { logIn, logOut } from './log-in.ts';
import { MAX_CREDENTIALS_BYTES } from './max-credentials.ts';
import { requireSameOrigin } from './require-same-origin.ts';
import { endedSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';

/** The admin app logs in like API clients do, but keeps its token in a cookie that scripts cannot read. */
export function adminSessionRoutes(app: HttpApp, services: Services): void {
  const { store, time, config } = services;
  const open = { access: 'public' } as const;

  app.post('/admin/session', {
    config: open,
    bodyLimit: MAX_CREDENTIALS_BYTES,
    schema: {
      hide: true,
      body: Type.Object({ username: Type.String(), password: Type.String() }),
      response: { 200: Type.Object({ expiresAt: Timestamp }) },
    },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const { token, settings } = await logIn(
        services,
        tenantOf(request).id,
        request.body,
        clientOf(request),
      );
      return reply
        .header('set-cookie', sessionCookie(config, token, settings))
        .send({ expiresAt: isoTime(time.now() + settings.sessionHours * 60 * 60 * 1000) });
    },
  });

  app.delete('/admin/session', {
    config: open,
    bodyLimit: MAX_CREDENTIALS_BYTES,
    schema: { hide: true },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const { id: tenantId } = tenantOf(request);
      const token = readSessionCookie(request, config);
      const principal = token && (await authenticateLogin(store, tenantId, token, time.now()));
      if (principal) await logOut(services, principal, callerOf(request));
      return reply.code(204).header('set-cookie', endedSessionCookie(config)).send(null);
    },
  });
}
