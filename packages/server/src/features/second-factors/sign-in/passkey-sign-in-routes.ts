import { randomBytes } from 'node:crypto';
import { PasskeyResponseSchema, WebAuthnOptionsSchema } from '@inlay/protocol/second-factor';
import { defineFlowCookie } from '../../../platform/http/flow-cookie.ts';
import { type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import type { Services } from '../../../services.ts';
import { clientOf, PageSessionSchema, pageSession, requireSameOrigin } from '../../sessions/index.ts';
import { MAX_WEBAUTHN_BYTES } from '../factors/max-webauthn.ts';
import { CHALLENGE_MS, passkeySite, requestOptions } from '../factors/webauthn.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

/** Holds the challenge, so that nothing is stored for strangers, and no other browser can use the response. */
const CHALLENGE = defineFlowCookie<{ readonly challenge: string }>('passkey', {
  lifetimeMs: CHALLENGE_MS,
  sameSite: 'Strict',
});

/** Signing in with a passkey and nothing else. */
export function passkeySignInRoutes(app: HttpApp, services: Services): void {
  const { time, vault, config } = services;
  const route = { config: { access: 'public' }, bodyLimit: MAX_WEBAUTHN_BYTES } as const;

  app.post('/admin/session/passkey-options', {
    ...route,
    schema: { hide: true, response: { 200: WebAuthnOptionsSchema } },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const tenant = tenantOf(request);
      const challenge = randomBytes(32).toString('base64url');
      const cookie = CHALLENGE.start({ config, vault, tenantId: tenant.id, now: time.now() }, { challenge });
      const options = await requestOptions(passkeySite(tenant, config), { challenge });
      return reply.header('set-cookie', cookie).send({ options });
    },
  });

  app.post('/admin/session/passkey', {
    ...route,
    schema: { hide: true, body: PasskeyResponseSchema, response: { 200: PageSessionSchema } },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const tenant = tenantOf(request);
      const flow = CHALLENGE.read({ config, vault, tenantId: tenant.id, now: time.now() }, request);
      const given = { challenge: flow?.challenge, response: request.body.response };
      const site = passkeySite(tenant, config);
      const session = await signInWithPasskey(services, site, given, clientOf(request));
      const { cookie, expiresAt } = pageSession(services, session);
      return reply.header('set-cookie', [cookie, CHALLENGE.end({ config })]).send({ expiresAt });
    },
  });
}
