import type { SamlAddresses } from '@inlay/protocol/provider-addresses';
import { identityOfAssertion } from '../saml/identity-of-assertion.ts';
import { verifyResponse } from '../saml/verify-response.ts';
import type { SamlProvider } from '../settings/providers.ts';
import type { ProviderFlow } from './flow.ts';
import type { SignInServices } from './sign-in-services.ts';
import type { Verified } from './verified.ts';

export interface SamlCallback {
  readonly flow: ProviderFlow;
  readonly addresses: SamlAddresses;
  /** As the provider sent it, in Base64. */
  readonly response: string;
}

/** The provider asked for several factors: in the profile of REFEDS, and as Microsoft writes it. */
const SEVERAL_FACTORS = [
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
];

/** Verifies what the browser brought from a SAML provider. Rejects with `SignInRefused`. */
export async function verifySaml(
  services: SignInServices,
  { tenantId, settings: { entityId, certificates } }: SamlProvider,
  { flow, addresses, response }: SamlCallback,
): Promise<Verified> {
  // A request works once, and so does the assertion that answers it.
  const expected = { tenantId, entityId, certificates, ...addresses, requestId: flow.secrets.state };
  const assertion = await verifyResponse(services, expected, response);
  const identity = identityOfAssertion(entityId, assertion);
  return {
    identity,
    claims: identity.claims,
    secondFactor: SEVERAL_FACTORS.includes(assertion.authenticationContext ?? ''),
    authenticatedAt: assertion.authenticatedAt,
    session: { id: null, sealedSignOut: null },
  };
}
