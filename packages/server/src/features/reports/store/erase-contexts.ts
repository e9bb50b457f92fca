import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';

/** Erases the stored contexts of a tenant that no longer uses them. */
export async function eraseContexts(transaction: Queries, tenantId: TenantId): Promise<void> {
  await transaction
    .tenant(tenantId)
    .update('subscriptions', { sealed_context: null, context_ends_at: null })
    .where('sealed_context', 'is not', null)
    .execute();
}
