import type { EmbedTokenRow, SubscriptionRow } from '../../../platform/store/schema.ts';
import type { Vault } from '../../../platform/vault/vault.ts';

/** What `sealed_context` contains: the context of the token that the subscription was saved with. */
export interface StoredContext extends Pick<EmbedTokenRow, 'context' | 'lost_sections' | 'sealed_secrets'> {
  readonly saved_at: number;
}

type OfSubscription = Pick<SubscriptionRow, 'tenant_id' | 'id'>;

/** A context that is copied to another subscription or tenant does not decrypt. */
const purposeOf = (subscriptionId: string) => `subscription context ${subscriptionId}`;

export const sealContext = (
  vault: Vault,
  { tenant_id, id }: OfSubscription,
  context: StoredContext,
): string => vault.seal(tenant_id, purposeOf(id), JSON.stringify(context));

/** Null if there is none, or it cannot be decrypted. */
export function openContext(
  vault: Vault,
  { tenant_id, id, sealed_context: sealed }: OfSubscription & Pick<SubscriptionRow, 'sealed_context'>,
): StoredContext | null {
  if (sealed === null) return null;
  try {
    return JSON.parse(vault.open(tenant_id, purposeOf(id), sealed)) as StoredContext;
  } catch {
    return null;
  }
}
