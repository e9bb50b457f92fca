import { PROVIDER_PATH } from '@inlay/protocol/provider-addresses';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { callerOf, type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { readForms } from '../../../platform/http/other-bodies.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import type { MetadataOf } from '../oidc/provider-metadata.ts';
import { findProvider, isOidc } from '../settings/providers.ts';
import { endSessions } from './end-sessions.ts';
import { createKeysOf } from './provider-keys.ts';
import { InvalidLogoutToken, verifyLogoutToken } from './verify-logout-token.ts';

const MAX_BYTES = 32 * 1024;
/** A provider ends all sessions of an office from one address. */
const PER_MINUTE = 600;

/** Where providers say that somebody signed out there (OpenID Connect Back-Channel Logout 1.0 §2.5). */
export function backchannelLogoutRoutes(app: HttpApp, services: Services, metadataOf: MetadataOf): void {
  const limit = createRateLimit(services.time, PER_MINUTE);
  const keysOf = createKeysOf(services);

  app.register(async (scope) => {
    readForms(scope, MAX_BYTES);
    (scope as HttpApp).post(`${PROVIDER_PATH}/:id/backchannel-logout`, {
      config: { access: 'public' },
      schema: { hide: true, params: byId },
      handler: async (request, reply) => {
        const { id: tenantId } = tenantOf(request);
        limit(`${tenantId} ${callerOf(request).ip}`);
        const provider = await findProvider(services.store, tenantId, request.params.id);
        // One that is switched off has no sessions left.
        if (!provider?.isEnabled || !isOidc(provider))
          throw refusal('no OpenID provider is switched on here');
        const { time } = services;
        const token = await verifyLogoutToken({ time, metadataOf, keysOf }, provider, tokenIn(request)).catch(
          (error: unknown) => {
            throw responseTo(error);
          },
        );
        if (!(await endSessions(services, provider, token, callerOf(request))))
          throw refusal('the token was used before');
        return reply.code(200).send(null);
      },
    });
  });
}

/** Providers send a token again after an outage, but not one that was not valid. */
function responseTo(error: unknown): unknown {
  if (error instanceof InvalidLogoutToken) return refusal(error.message);
  if (error instanceof ProviderFault)
    return new AppError('UNAVAILABLE', {
      message: 'The keys of the provider cannot be fetched right now. Send the logout token again later.',
      detail: error.message,
    });
  return error;
}

function tokenIn({ body }: FastifyRequest): string {
  const [token, ...others] = new URLSearchParams(typeof body === 'string' ? body : '').getAll('logout_token');
  if (token === undefined || others.length > 0)
    throw new AppError('REQUEST_INVALID', { message: 'Send one logout_token, in a form.' });
  return token;
}

/** One response for every reason, which is for the log. */
const refusal = (detail: string) =>
  new AppError('REQUEST_INVALID', { message: 'The logout token is not valid.', detail });
