import type { OidcAddresses } from '@inlay/protocol/provider-addresses';
import type { ProviderSession } from '../../../platform/identity/login-tokens.ts';
import { isId } from '../accounts/is-id.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import { identityOf } from '../oidc/identity-of.ts';
import type { ProviderMetadata } from '../oidc/provider-metadata.ts';
import { type RedeemedCode, redeemCode } from '../oidc/redeem-code.ts';
import { sealSignOutUrl } from '../oidc/sign-out-url.ts';
import type { OidcProvider } from '../settings/providers.ts';
import type { ProviderFlow } from './flow.ts';
import type { SignInServices } from './sign-in-services.ts';
import type { Verified } from './verified.ts';

export interface OidcCallback {
  readonly flow: ProviderFlow;
  readonly addresses: OidcAddresses;
  /** The query of the request, as it was sent. */
  readonly search: string;
}

/** Verifies what the browser brought from an OpenID provider. Rejects with `SignInRefused`. */
export async function verifyOidc(
  services: SignInServices,
  provider: OidcProvider,
  { flow: { secrets }, addresses, search }: OidcCallback,
): Promise<Verified> {
  if (!('verifier' in secrets))
    throw new SignInRefused('expired', 'The sign-in began with another protocol.');
  const metadata = await services.metadataOf(provider.tenantId, provider.settings);
  const url = new URL(addresses.redirectUri);
  url.search = search;
  const redeemed = await redeemCode(services, provider, metadata, { secrets, url });
  const { amr, auth_time } = redeemed.claims;
  return {
    identity: identityOf(redeemed),
    claims: { ...redeemed.userInfo, ...redeemed.claims },
    // RFC 8176: several factors were used.
    secondFactor: Array.isArray(amr) && amr.includes('mfa'),
    authenticatedAt: auth_time === undefined ? undefined : Math.floor(auth_time * 1000),
    session: sessionAt(services, provider, { metadata, redeemed, addresses }),
  };
}

interface Redeemed {
  readonly metadata: ProviderMetadata;
  readonly redeemed: RedeemedCode;
  readonly addresses: OidcAddresses;
}

function sessionAt(
  services: SignInServices,
  provider: OidcProvider,
  { metadata, redeemed: { idToken, claims }, addresses: { postLogoutRedirectUri } }: Redeemed,
): ProviderSession {
  const { sid } = claims;
  const signOut = { idToken, postLogoutRedirectUri };
  return {
    id: isId(sid) ? sid : null,
    sealedSignOut: sealSignOutUrl(services, provider, metadata, signOut),
  };
}
