import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { OidcProvider } from '../settings/providers.ts';
import { type ClientServices, clientOf } from './client-of.ts';
import type { ProviderMetadata } from './provider-metadata.ts';

/** What the browser has to bring back, and what the provider has to repeat. */
export interface AuthorizationSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export const newAuthorizationSecrets = (): AuthorizationSecrets => ({
  state: randomState(),
  nonce: randomNonce(),
  verifier: randomPKCECodeVerifier(),
});

interface Authorization {
  readonly secrets: AuthorizationSecrets;
  readonly redirectUri: string;
  /** Whether the person has to prove who they are, although the provider knows already. */
  readonly isConfirmation: boolean;
}

/** Where the browser goes to sign in (OpenID Connect Core 1.0 §3.1.2.1). */
export async function authorizationUrl(
  services: ClientServices,
  provider: OidcProvider,
  metadata: ProviderMetadata,
  { secrets: { state, nonce, verifier }, redirectUri, isConfirmation }: Authorization,
): Promise<URL> {
  const scopes = new Set(['openid', ...provider.settings.scopes]);
  return buildAuthorizationUrl(clientOf(services, provider, metadata), {
    redirect_uri: redirectUri,
    scope: [...scopes].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isConfirmation && { prompt: 'login', max_age: '0' }),
  });
}
