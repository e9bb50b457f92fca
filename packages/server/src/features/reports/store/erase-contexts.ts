import type { TenantId } from '@inlay/protocol/tenant-id';
import type { SubscriptionRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { openContext, sealContext } from './sealed-context.ts';

/** Erases the stored contexts of a tenant that no longer uses them. */
export async function eraseContexts(transaction: Queries, tenantId: TenantId): Promise<void> {
  await transaction
    .tenant(tenantId)
    .update('subscriptions', { sealed_context: null, context_ends_at: null })
    .where('sealed_context', 'is not', null)
    .execute();
}

const PORTION = 500;

/** Erases the secrets in the stored contexts of a tenant that no longer allows them. */
export async function eraseSecrets(vault: Vault, transaction: Queries, tenantId: TenantId): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await transaction
      .tenant(tenantId)
      .selectFrom('subscriptions')
      .select(['tenant_id', 'id', 'sealed_context'])
      .where('sealed_context', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    for (const row of rows)
      await transaction
        .tenant(tenantId)
        .update('subscriptions', { sealed_context: withoutSecrets(vault, row) })
        .where('id', '=', row.id)
        .execute();
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

/** Null if it cannot be opened, and is of no use. */
function withoutSecrets(
  vault: Vault,
  row: Pick<SubscriptionRow, 'tenant_id' | 'id' | 'sealed_context'>,
): string | null {
  const context = openContext(vault, row);
  return context && sealContext(vault, row, { ...context, sealed_secrets: null });
}
