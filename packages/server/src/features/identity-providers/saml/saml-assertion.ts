import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Claims } from '../accounts/read-claim.ts';

/** What a provider says about a person, verified. */
export interface SamlAssertion {
  /** The name ID. */
  readonly subject: string;
  readonly nameIdFormat: string | null;
  /** A text for one value, a list for several. */
  readonly attributes: Claims;
  /** When the person proved to the provider who they are. */
  readonly authenticatedAt: number;
  /** How they did. */
  readonly authenticationContext: string | null;
}

export interface Expected {
  readonly tenantId: TenantId;
  /** Of the provider. */
  readonly entityId: string;
  /** Of the provider, in PEM. */
  readonly certificates: readonly string[];
  /** The entity ID of this server. */
  readonly spEntityId: string;
  /** Where the provider sends responses. */
  readonly acsUrl: string;
  readonly requestId: string;
}
