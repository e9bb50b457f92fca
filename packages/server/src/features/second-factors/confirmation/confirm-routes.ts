import {
  ConfirmationSchema,
  ConfirmOptionsSchema,
  WebAuthnOptionsSchema,
} from '@inlay/protocol/second-factor';
import Type from 'typebox';
import { callerOf, type HttpApp, tenantOf, userOf } from '../../../platform/http/http-app.ts';
import { forLogins } from '../../../platform/http/route-access.ts';
import type { Services } from '../../../services.ts';
import { createChallenge } from '../factors/challenges.ts';
import { MAX_WEBAUTHN_BYTES } from '../factors/max-webauthn.ts';
import { listPasskeys } from '../factors/passkeys.ts';
import { passkeySite, requestOptions } from '../factors/webauthn.ts';
import { confirmSession, type FindProvider, readConfirmOptions } from './confirm-session.ts';

/** Proving again who one is, before secrets are shown or keys are created (ADR 349). */
export function confirmRoutes(app: HttpApp, services: Services, findProvider: FindProvider): void {
  const { store, config } = services;
  const url = '/admin/session/confirm';
  const route = { config: forLogins(), bodyLimit: MAX_WEBAUTHN_BYTES } as const;

  app.get(url, {
    config: route.config,
    schema: { hide: true, response: { 200: ConfirmOptionsSchema } },
    handler: (request) => readConfirmOptions(services, userOf(request), findProvider),
  });

  app.post(`${url}/passkey-options`, {
    ...route,
    schema: { hide: true, response: { 200: WebAuthnOptionsSchema } },
    handler: async (request) => {
      const { tenantId, userId } = userOf(request);
      const passkeys = await listPasskeys(store, { tenantId, userId });
      const challenge = await createChallenge(services, 'confirmation', { tenantId, userId });
      const site = passkeySite(tenantOf(request), config);
      return { options: await requestOptions(site, { challenge, passkeys }) };
    },
  });

  app.post(url, {
    ...route,
    schema: { hide: true, body: ConfirmationSchema, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const site = passkeySite(tenantOf(request), config);
      const confirming = {
        principal: userOf(request),
        site,
        given: request.body,
        caller: callerOf(request),
      };
      await confirmSession(services, confirming, findProvider);
      return reply.code(204).send(null);
    },
  });
}
