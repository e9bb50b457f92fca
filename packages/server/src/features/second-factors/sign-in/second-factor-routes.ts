import { SecondFactorProofSchema, WebAuthnOptionsSchema } from '@inlay/protocol/second-factor';
import { type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import type { Services } from '../../../services.ts';
import { clientOf, PageSessionSchema, pageSession, requireSameOrigin } from '../../sessions/index.ts';
import { createChallenge } from '../factors/challenges.ts';
import { MAX_WEBAUTHN_BYTES } from '../factors/max-webauthn.ts';
import { listPasskeys } from '../factors/passkeys.ts';
import { passkeySite, requestOptions } from '../factors/webauthn.ts';
import { endSignIn, readSignIn } from './sign-in-flow.ts';
import { signInWithFactor } from './sign-in-with-factor.ts';

/** The second step of a sign-in. */
export function secondFactorRoutes(app: HttpApp, services: Services): void {
  const { store, config } = services;
  const url = '/admin/session/second-factor';
  const route = { config: { access: 'public' }, bodyLimit: MAX_WEBAUTHN_BYTES } as const;

  app.post(`${url}/passkey-options`, {
    ...route,
    schema: { hide: true, response: { 200: WebAuthnOptionsSchema } },
    handler: async (request) => {
      requireSameOrigin(request, config);
      const account = await readSignIn(services, request);
      const passkeys = await listPasskeys(store, account);
      const challenge = await createChallenge(services, 'sign-in', account);
      const site = passkeySite(tenantOf(request), config);
      return { options: await requestOptions(site, { challenge, passkeys }) };
    },
  });

  app.post(url, {
    ...route,
    schema: { hide: true, body: SecondFactorProofSchema, response: { 200: PageSessionSchema } },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      const account = await readSignIn(services, request);
      const site = passkeySite(tenantOf(request), config);
      const session = await signInWithFactor(services, site, account, request.body, clientOf(request));
      const { cookie, expiresAt } = pageSession(services, session);
      return reply.header('set-cookie', [cookie, endSignIn(config)]).send({ expiresAt });
    },
  });
}
