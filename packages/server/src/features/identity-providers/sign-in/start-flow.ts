import type { TenantRow } from '../../../platform/store/schema.ts';
import { authorizationUrl, newAuthorizationSecrets } from '../oidc/authorize.ts';
import { authenticationRequestUrl, newRequestId } from '../saml/authentication-request.ts';
import { oidcAddresses, samlAddresses } from '../settings/provider-addresses.ts';
import { isSaml, type OidcProvider, type Provider, type SamlProvider } from '../settings/providers.ts';
import type { Intent, ProviderFlow } from './flow.ts';
import type { SignInServices } from './sign-in-services.ts';

type Start = Pick<ProviderFlow, 'secrets'> & { readonly url: URL };

/** Begins a sign-in: where the browser goes, and what it has to bring back. Rejects with `ProviderFault`. */
export async function startFlow(
  services: SignInServices,
  tenant: TenantRow,
  provider: Provider,
  intent: Intent,
): Promise<{ readonly url: URL; readonly flow: ProviderFlow }> {
  const { id: providerId, version } = provider;
  const startedAt = services.time.now();
  const { url, secrets } = isSaml(provider)
    ? startSaml(services, tenant, provider, intent)
    : await startOidc(services, tenant, provider, intent);
  return { url, flow: { providerId, version, secrets, startedAt, intent } };
}

async function startOidc(
  services: SignInServices,
  tenant: TenantRow,
  provider: OidcProvider,
  { kind }: Intent,
): Promise<Start> {
  const { tenantId, id, settings } = provider;
  const { metadataOf, config } = services;
  const metadata = await (kind === 'test' ? metadataOf.fresh : metadataOf)(tenantId, settings);
  const secrets = newAuthorizationSecrets();
  const { redirectUri } = oidcAddresses(tenant, id, config);
  const isConfirmation = kind === 'confirm';
  const url = await authorizationUrl(services, provider, metadata, { secrets, redirectUri, isConfirmation });
  return { url, secrets };
}

function startSaml(
  { config, time }: SignInServices,
  tenant: TenantRow,
  { id, settings: { signInUrl } }: SamlProvider,
  { kind }: Intent,
): Start {
  const requestId = newRequestId();
  const url = authenticationRequestUrl({
    signInUrl,
    requestId,
    ...samlAddresses(tenant, id, config),
    isConfirmation: kind === 'confirm',
    now: time.now(),
  });
  return { url, secrets: { state: requestId } };
}
