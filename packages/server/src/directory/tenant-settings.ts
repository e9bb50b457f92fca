import type { TenantId } from '@inlay/protocol/tenant-id';
import {
  NO_TENANT_SETTINGS,
  type TenantSettings,
  type TenantSettingsChange,
} from '@inlay/protocol/tenant-settings';
import type { Queries } from '../store/store.ts';

export async function readTenantSettings(queries: Queries, tenantId: TenantId): Promise<TenantSettings> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('tenant_settings')
    .select('settings')
    .executeTakeFirst();
  return row ? { ...NO_TENANT_SETTINGS, ...JSON.parse(row.settings) } : NO_TENANT_SETTINGS;
}

export async function changeTenantSettings(
  transaction: Queries,
  tenantId: TenantId,
  change: TenantSettingsChange,
): Promise<TenantSettings> {
  const changed = { ...(await readTenantSettings(transaction, tenantId)), ...change };
  const settings = JSON.stringify(changed);
  await transaction
    .tenant(tenantId)
    .insertInto('tenant_settings', { settings })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ settings }))
    .execute();
  return changed;
}
