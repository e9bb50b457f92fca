import type { Identity } from '../accounts/identity.ts';
import type { Claims } from '../accounts/read-claim.ts';
import type { RedeemedCode } from './redeem-code.ts';

/** The person who signed in. The ID token takes precedence over the userinfo. */
export function identityOf({ claims: idToken, userInfo }: RedeemedCode): Identity {
  const { email: _, email_verified: __, ...claims }: Claims = { ...userInfo, ...idToken };
  const email = verifiedEmail(idToken, userInfo);
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    claims: email === null ? claims : { ...claims, email, email_verified: true },
    email,
    firstName: textOf(claims.given_name),
    lastName: textOf(claims.family_name),
  };
}

/**
 * Only `true` counts, and only for the address next to it. Some providers let people enter any address, and send it
 * unverified: relying on it would hand over the accounts of others.
 */
function verifiedEmail(idToken: Claims, userInfo: Claims): string | null {
  const email = textOf(idToken.email ?? userInfo.email);
  const isVerified = [idToken, userInfo].some(
    (source) => source.email === email && source.email_verified === true,
  );
  const isDenied = [idToken, userInfo].some(
    (source) =>
      source.email === email && source.email_verified !== undefined && source.email_verified !== true,
  );
  return isVerified && !isDenied ? email : null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
