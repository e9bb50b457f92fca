import type { Claims } from './read-claim.ts';

/** A person whose identity the provider has proved. */
export interface Identity {
  /** Subjects are unique within it: another issuer may mean somebody else by the same one. */
  readonly issuer: string;
  readonly subject: string;
  /** What conditions and the username may rely on: an email address is among them only if the provider verified it. */
  readonly claims: Claims;
  /** Verified by the provider. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}
