import { randomBytes } from 'node:crypto';
import { PROVIDER_PATH } from '@inlay/protocol/provider-addresses';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { readForms } from '../../../platform/http/other-bodies.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import { requireSameOrigin } from '../../sessions/index.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import { serviceMetadata } from '../saml/service-metadata.ts';
import { samlAddresses } from '../settings/provider-addresses.ts';
import { isSaml } from '../settings/providers.ts';
import { comeBack } from './come-back.ts';
import type { LimitSignIns } from './limit-sign-ins.ts';
import { postAgainPage } from './post-again-page.ts';
import type { SignInServices } from './sign-in-services.ts';
import { verifySaml } from './verify-saml.ts';

/** A response of 256 KB in Base64, whose signs take three bytes in a form. */
const MAX_BYTES = 512 * 1024;

/** What a SAML provider has to know, and the way back from it (ADR 351). */
export function samlSignInRoutes(app: HttpApp, services: SignInServices, limit: LimitSignIns): void {
  const { config } = services;
  const route = { config: { access: 'public' }, schema: { hide: true, params: byId } } as const;

  // Before the provider is created here too, because the other side often comes first.
  app.get(`${PROVIDER_PATH}/:id/metadata`, {
    ...route,
    handler: async (request, reply) => {
      const addresses = samlAddresses(tenantOf(request), request.params.id, config);
      return reply.type('application/samlmetadata+xml').send(serviceMetadata(addresses));
    },
  });

  app.register(async (scope) => {
    readForms(scope, MAX_BYTES);
    const forms = scope as HttpApp;

    // The provider's page sends the browser here without our cookies, which a page of ours gets.
    forms.post(`${PROVIDER_PATH}/:id/acs`, {
      ...route,
      handler: async (request, reply) => {
        limit(request);
        const nonce = randomBytes(16).toString('base64');
        return (
          reply
            .header('content-security-policy', pagePolicy(nonce))
            // Without it, browsers leave out the origin that the next request is checked by.
            .header('referrer-policy', 'same-origin')
            .type('text/html; charset=utf-8')
            .send(postAgainPage({ response: responseIn(request), nonce }))
        );
      },
    });

    forms.post(`${PROVIDER_PATH}/:id/callback`, {
      ...route,
      handler: async (request, reply) => {
        limit(request);
        requireSameOrigin(request, config);
        const { id } = request.params;
        const response = responseIn(request);
        return comeBack(services, request, reply, {
          id,
          // The response names the request, which is checked once its signature is.
          belongsTo: () => true,
          verify: async (provider, flow) => {
            if (!isSaml(provider)) throw new SignInRefused('expired', 'The provider uses OpenID Connect.');
            const addresses = samlAddresses(tenantOf(request), id, config);
            return verifySaml(services, provider, { flow, addresses, response });
          },
        });
      },
    });
  });
}

const pagePolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Some providers break lines. */
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

function responseIn({ body }: FastifyRequest): string {
  const [response = '', ...others] = new URLSearchParams(typeof body === 'string' ? body : '').getAll(
    'SAMLResponse',
  );
  if (others.length > 0 || !BASE64.test(response))
    throw new AppError('REQUEST_INVALID', { message: 'Send one SAMLResponse in Base64, in a form.' });
  return response;
}
