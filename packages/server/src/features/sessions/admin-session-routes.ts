import { type SignInStep, SignInStepSchema } from '@inlay/protocol/second-factor';
import type { TenantId } from '@inlay/protocol/tenant-id';
import Type from 'typebox';
import { callerOf, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { authenticateLogin } from '../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../platform/identity/principal.ts';
import type { Services } from '../../services.ts';
import { clientOf } from './client-of.ts';
import { type HalfSignedIn, logInOnPage, logOut } from './log-in.ts';
import { MAX_CREDENTIALS_BYTES } from './max-credentials.ts';
import { PageSessionSchema, pageSession } from './page-session.ts';
import { requireSameOrigin } from './require-same-origin.ts';
import { endedSessionCookie, readSessionCookie } from './session-cookie.ts';

/** What later features add. */
interface BeyondPasswords {
  /** What follows a right password that does not suffice. */
  readonly secondStep: (
    tenantId: TenantId,
    account: HalfSignedIn,
  ) => Promise<{ readonly step: SignInStep; readonly cookie: string }>;
  /** Where the browser goes to end the session at an identity provider too. */
  readonly signOutElsewhere: (principal: UserPrincipal) => Promise<string | undefined>;
}

/** The admin app logs in like API clients do, but keeps its token in a cookie that scripts cannot read. */
export function adminSessionRoutes(
  app: HttpApp,
  services: Services,
  { secondStep, signOutElsewhere }: BeyondPasswords,
): void {
  const { store, time, config } = services;
  const open = { access: 'public' } as const;

  app.post('/admin/session', {
    config: open,
    bodyLimit: MAX_CREDENTIALS_BYTES,
    schema: {
      hide: true,
      body: Type.Object({ username: Type.String(), password: Type.String() }),
      response: { 200: Type.Union([PageSessionSchema, SignInStepSchema]) },
    },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const { id: tenantId } = tenantOf(request);
      const login = await logInOnPage(services, tenantId, request.body, clientOf(request));
      if ('token' in login) {
        const { cookie, expiresAt } = pageSession(services, login);
        return reply.header('set-cookie', cookie).send({ expiresAt });
      }
      const { step, cookie } = await secondStep(tenantId, login);
      return reply.header('set-cookie', cookie).send(step);
    },
  });

  app.delete('/admin/session', {
    config: open,
    bodyLimit: MAX_CREDENTIALS_BYTES,
    schema: {
      hide: true,
      response: { 200: Type.Object({ next: Type.String() }), 204: Type.Null() },
    },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const { id: tenantId } = tenantOf(request);
      const token = readSessionCookie(request, config);
      const principal = token && (await authenticateLogin(store, tenantId, token, time.now()));
      reply.header('set-cookie', endedSessionCookie(config));
      if (!principal) return reply.code(204).send(null);
      const next = await signOutElsewhere(principal);
      await logOut(services, principal, callerOf(request));
      return next === undefined ? reply.code(204).send(null) : reply.code(200).send({ next });
    },
  });
}
