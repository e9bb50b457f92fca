import type { ProviderSession } from '../../../platform/identity/login-tokens.ts';
import type { Identity } from '../accounts/identity.ts';
import type { Claims } from '../accounts/read-claim.ts';

/** What a provider has proved, with either protocol. */
export interface Verified {
  readonly identity: Identity;
  /** All that the provider sent, for owners who test. */
  readonly claims: Claims;
  /** Whether the provider says that it verified a second factor. */
  readonly secondFactor: boolean;
  /** When the person signed in there, if the provider says so. */
  readonly authenticatedAt: number | undefined;
  readonly session: ProviderSession;
}
