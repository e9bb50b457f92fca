import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { SubscriptionRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';

interface SavedBy {
  /** Of the subscription. */
  readonly id: string;
  /** Whose subscription it is; nobody else renews its context. */
  readonly viewer: EmbedPrincipal;
  readonly now: number;
}

type ContextColumns = Pick<SubscriptionRow, 'sealed_context' | 'context_ends_at' | 'revocation_epoch'>;

/** What a subscription keeps of the token that its viewer saves it with. A context is kept only if the tenant chose so. */
export async function contextColumns(
  _services: Pick<Services, 'vault'>,
  _transaction: Queries,
  _savedBy: SavedBy,
): Promise<ContextColumns> {
  return { sealed_context: null, context_ends_at: null, revocation_epoch: 0 };
}
