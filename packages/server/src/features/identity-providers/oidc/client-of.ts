import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import type { Services } from '../../../services.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../accounts/clock-tolerance.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import { type OidcProvider, secretPurpose } from '../settings/providers.ts';
import { isPlainHttp, type ProviderMetadata, providerFetch } from './provider-metadata.ts';

export type ClientServices = Pick<Services, 'egressOf' | 'time' | 'vault'>;

/**
 * This server as a client of the provider. Made for each sign-in: keys are then fetched for each, so that a key that
 * the provider replaced or withdrew takes effect at once.
 */
export function clientOf(
  services: ClientServices,
  provider: OidcProvider,
  metadata: ProviderMetadata,
): Configuration {
  const { tenantId, settings } = provider;
  const { time } = services;
  const client = {
    client_id: settings.clientId,
    [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    [clockSkew]: Math.round((time.now() - Date.now()) / 1000),
  };
  const configuration = new Configuration(
    metadata,
    settings.clientId,
    client,
    authenticationOf(services, provider, metadata),
  );
  configuration[customFetch] = providerFetch(services, tenantId);
  if (isPlainHttp(settings.issuer)) allowInsecureRequests(configuration);
  // The signature of the ID token is verified too, with a public key: neither `none` nor HMAC pass.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** OpenID Connect Discovery 1.0 §3: HTTP Basic if the provider does not say. */
function authenticationOf(
  { vault }: ClientServices,
  { tenantId, id, sealedSecret }: OidcProvider,
  { token_endpoint_auth_methods_supported: methods }: ProviderMetadata,
): ClientAuth {
  if (sealedSecret === null) return None();
  const secret = vault.open(tenantId, secretPurpose(id), sealedSecret);
  if (methods === undefined || methods.includes('client_secret_basic')) return ClientSecretBasic(secret);
  if (methods.includes('client_secret_post')) return ClientSecretPost(secret);
  throw new ProviderFault(
    'token',
    'misconfigured',
    'The provider accepts no client secrets. Allow client_secret_basic or client_secret_post there, or remove the secret here.',
  );
}
