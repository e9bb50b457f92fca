import type { TenantId } from '@inlay/protocol/tenant-id';
import {
  NO_TENANT_SETTINGS,
  type TenantSettings,
  type TenantSettingsChange,
} from '@inlay/protocol/tenant-settings';
import type { Queries } from '../../platform/store/store.ts';

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
  const own = transaction.tenant(tenantId);
  // The upsert takes the row's lock, also when nobody has made the row yet: of two changes at once none is lost.
  const { settings: former } = await own
    .insertInto('tenant_settings', { settings: '{}' })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet((row) => ({ settings: row.ref('tenant_settings.settings') })),
    )
    .returning('settings')
    .executeTakeFirstOrThrow();
  const changed = { ...NO_TENANT_SETTINGS, ...JSON.parse(former), ...change };
  await own.update('tenant_settings', { settings: JSON.stringify(changed) }).execute();
  return changed;
}
