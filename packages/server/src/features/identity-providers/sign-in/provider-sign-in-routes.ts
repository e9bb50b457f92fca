import { PROVIDER_PATH } from '@inlay/protocol/provider-addresses';
import type { FastifyRequest } from 'fastify';
import { type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import { clientOf } from '../../sessions/index.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import { storeTest } from '../settings/manage-providers.ts';
import { oidcAddresses } from '../settings/provider-addresses.ts';
import { findProvider, isOidc, type Provider } from '../settings/providers.ts';
import { comeBack } from './come-back.ts';
import { PROVIDER_FLOW, type ProviderFlow } from './flow.ts';
import { intentOf, kindOf, StartQuery, sessionIn } from './intent-of.ts';
import type { LimitSignIns } from './limit-sign-ins.ts';
import { refuseSignIn } from './refuse-sign-in.ts';
import { requireUsable } from './require-usable.ts';
import { failedTest } from './run-test.ts';
import type { SignInServices } from './sign-in-services.ts';
import { startFlow } from './start-flow.ts';
import { testedPath } from './tested-path.ts';
import { verifyOidc } from './verify-oidc.ts';

/** Signing in with an identity provider: there, and back from an OpenID provider (ADR 350). */
export function providerSignInRoutes(app: HttpApp, services: SignInServices, limit: LimitSignIns): void {
  const { store, config } = services;

  app.get(`${PROVIDER_PATH}/:id`, {
    config: { access: 'public' },
    schema: { hide: true, params: byId, querystring: StartQuery },
    handler: async (request, reply) => {
      limit(request);
      const tenant = tenantOf(request);
      const { id } = request.params;
      const provider = await findProvider(store, tenant.id, id);
      const kind = kindOf(request.query);
      try {
        const intent = await intentOf(services, request, { id, kind, asked: request.query.return });
        const { url, flow } = await startFlow(services, tenant, requireUsable(provider, intent), intent);
        return reply.header('set-cookie', startCookie(services, request, flow)).redirect(url.href);
      } catch (error) {
        if (error instanceof ProviderFault && provider && kind === 'test')
          return reply.redirect(await afterFailedStart(services, request, { provider, error }));
        return refuseSignIn(services, request, reply, { provider, kind, error });
      }
    },
  });

  app.get(`${PROVIDER_PATH}/:id/callback`, {
    config: { access: 'public' },
    schema: { hide: true, params: byId },
    handler: async (request, reply) => {
      limit(request);
      const { id } = request.params;
      const { search, searchParams } = new URL(request.url, config.publicUrl);
      const states = searchParams.getAll('state');
      return comeBack(services, request, reply, {
        id,
        belongsTo: ({ secrets }) => states.length === 1 && states[0] === secrets.state,
        verify: async (provider, flow) => {
          if (!isOidc(provider)) throw new SignInRefused('expired', 'The provider uses SAML.');
          const addresses = oidcAddresses(tenantOf(request), id, config);
          return verifyOidc(services, provider, { flow, addresses, search });
        },
      });
    },
  });
}

function startCookie({ config, vault, time }: Services, request: FastifyRequest, flow: ProviderFlow): string {
  return PROVIDER_FLOW.start({ config, vault, tenantId: tenantOf(request).id, now: time.now() }, flow);
}

interface FailedStart {
  readonly provider: Provider;
  readonly error: ProviderFault;
}

async function afterFailedStart(
  services: Services,
  request: FastifyRequest,
  { provider, error }: FailedStart,
): Promise<string> {
  const principal = await sessionIn(services, request);
  const acting = { actor: principal?.name ?? null, caller: clientOf(request).caller };
  await storeTest(services, provider, failedTest(services, provider, error), acting);
  return testedPath(provider.id);
}
