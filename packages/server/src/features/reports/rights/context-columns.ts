import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { SubscriptionRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';

export type ContextColumns = Pick<SubscriptionRow, 'sealed_context' | 'context_ends_at' | 'revocation_epoch'>;

/** What a subscription stores of its viewer's rights. */
export async function contextColumns(
  _services: Pick<Services, 'vault'>,
  _transaction: Queries,
  _viewer: EmbedPrincipal,
  _now: number,
): Promise<ContextColumns> {
  return { sealed_context: null, context_ends_at: null, revocation_epoch: 0 };
}
