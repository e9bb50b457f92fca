import type { TestCheck } from '@inlay/protocol/identity-provider';
import {
  authorizationCodeGrant,
  type Configuration,
  type CustomFetch,
  customFetch,
  fetchUserInfo,
  type IDToken,
} from 'openid-client';
import { isId } from '../accounts/is-id.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import type { Claims } from '../accounts/read-claim.ts';
import type { OidcProvider } from '../settings/providers.ts';
import type { AuthorizationSecrets } from './authorize.ts';
import { type ClientServices, clientOf } from './client-of.ts';
import { faultOf } from './fault-of.ts';
import { type ProviderMetadata, providerFetch } from './provider-metadata.ts';

/** The verified claims of the person who signed in. */
export interface RedeemedCode {
  readonly idToken: string;
  readonly claims: IDToken;
  /** Of the userinfo endpoint, which has what the ID token leaves out (OpenID Connect Core 1.0 §5.4). */
  readonly userInfo: Claims;
}

interface Callback {
  readonly secrets: AuthorizationSecrets;
  /** The address that the browser came back to, on the registered redirect address. */
  readonly url: URL;
}

/** Exchanges the code for an ID token and verifies it (§3.1.3). Rejects with `ProviderFault`. */
export async function redeemCode(
  services: ClientServices,
  provider: OidcProvider,
  metadata: ProviderMetadata,
  { secrets, url }: Callback,
): Promise<RedeemedCode> {
  const client = clientOf(services, provider, metadata);
  const progress = watchProgress(client, metadata, providerFetch(services, provider.tenantId));
  try {
    const tokens = await authorizationCodeGrant(client, url, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined || tokens.id_token === undefined)
      throw new ProviderFault('id-token', 'misconfigured', 'The provider sent no ID token.');
    checkIdToken(claims, provider);
    progress.check = 'claims';
    const userInfo =
      metadata.userinfo_endpoint === undefined
        ? {}
        : await fetchUserInfo(client, tokens.access_token, claims.sub);
    return { idToken: tokens.id_token, claims, userInfo };
  } catch (error) {
    throw faultOf(progress.check, error);
  }
}

/** What the library leaves to its callers. */
function checkIdToken({ azp, sub }: IDToken, { settings: { clientId } }: OidcProvider): void {
  // §3.1.3.7: with a single audience too.
  if (azp !== undefined && azp !== clientId)
    throw new ProviderFault(
      'id-token',
      'misconfigured',
      'The ID token was issued to another client (azp). Check the client ID.',
    );
  if (!isId(sub))
    throw new ProviderFault('id-token', 'misconfigured', 'The ID token has no valid subject (sub).');
}

/** Follows the requests of the library, to tell in which part of the sign-in it fails. */
function watchProgress(
  client: Configuration,
  metadata: ProviderMetadata,
  send: CustomFetch,
): { check: TestCheck } {
  // As the library writes it.
  const tokenEndpoint = new URL(metadata.token_endpoint).href;
  const progress: { check: TestCheck } = { check: 'authorization' };
  client[customFetch] = async (address, init) => {
    if (address === tokenEndpoint) progress.check = 'token';
    const response = await send(address, init);
    if (address === tokenEndpoint && response.ok) progress.check = 'id-token';
    return response;
  };
  return progress;
}
