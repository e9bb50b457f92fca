import type { TenantId } from '@inlay/protocol/tenant-id';
import {
  NO_TENANT_SETTINGS,
  type TenantSettings,
  type TenantSettingsChange,
} from '@inlay/protocol/tenant-settings';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { refuseFields } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { hotStatement } from '../../platform/store/hot-statement.ts';
import type { Queries, Store } from '../../platform/store/store.ts';
import type { Time } from '../../platform/time/time.ts';
import { isTimeZone } from '../../platform/time/zoned-time.ts';

const selectSettings = hotStatement<[tenantId: TenantId]>()((db, slot) =>
  db.selectFrom('tenant_settings').select('settings').where('tenant_id', '=', slot(0)),
);

export async function readTenantSettings(queries: Queries, tenantId: TenantId): Promise<TenantSettings> {
  const [row] = await queries.run(selectSettings, tenantId);
  return row ? { ...NO_TENANT_SETTINGS, ...JSON.parse(row.settings) } : NO_TENANT_SETTINGS;
}

export async function changeTenantSettings(
  transaction: Queries,
  tenantId: TenantId,
  change: TenantSettingsChange,
): Promise<TenantSettings> {
  const own = transaction.tenant(tenantId);
  // The upsert locks the row even if it does not exist yet, so that no concurrent change is lost.
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

/** Validates and stores an administrator's changes, and records them in the audit log. */
export async function changeSettings(
  { store, time }: { readonly store: Store; readonly time: Time },
  tenantId: TenantId,
  change: TenantSettingsChange,
  { actor, caller }: Acting,
): Promise<TenantSettings> {
  refuseFields([
    ...(change.timeZone == null || isTimeZone(change.timeZone)
      ? []
      : [{ path: '/timeZone', problem: 'must be a time zone such as Europe/Paris' }]),
    ...(change.currency == null || Intl.supportedValuesOf('currency').includes(change.currency)
      ? []
      : [{ path: '/currency', problem: 'must be a currency code such as EUR' }]),
    ...(change.language == null || isLanguage(change.language)
      ? []
      : [{ path: '/language', problem: 'must be a language tag such as en or pt-BR' }]),
    ...(['allowedLinkHosts', 'allowedImageHosts'] as const).flatMap((name) =>
      (change[name] ?? []).flatMap((host, index) =>
        isHost(host)
          ? []
          : [{ path: `/${name}/${index}`, problem: 'must be a host such as crm.example.com' }],
      ),
    ),
  ]);
  return store.write(async (transaction) => {
    const settings = await changeTenantSettings(transaction, tenantId, change);
    const details = { fields: Object.keys(change) };
    await recordEvent(transaction, tenantId, time.now(), caller, {
      action: 'tenant-settings.change',
      actor,
      details,
    });
    return settings;
  });
}

/** Whether the host is in the form that browsers use, so that it can be compared without parsing. */
const isHost = (text: string) =>
  /^[a-z0-9._-]+(?::\d+)?$/.test(text) && URL.parse(`https://${text}`)?.host === text;

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
