import type { TenantId } from '@inlay/protocol/tenant-id';
import type { TenantSettings, TenantSettingsChange } from '@inlay/protocol/tenant-settings';
import { refuseFields } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { isTimeZone } from '../../platform/time/zoned-time.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import { changeTenantSettings } from './tenant-settings.ts';

/** Language, time zone, week, fiscal year and currency of viewers of whom nothing else is said. */
export async function changeSettings(
  { store, clock }: Services,
  tenantId: TenantId,
  change: TenantSettingsChange,
  { actor, caller }: Acting,
): Promise<TenantSettings> {
  refuseFields([
    ...(change.timeZone == null || isTimeZone(change.timeZone)
      ? []
      : [{ path: '/timeZone', problem: 'names no time zone; write it like Europe/Paris' }]),
    ...(change.currency == null || Intl.supportedValuesOf('currency').includes(change.currency)
      ? []
      : [{ path: '/currency', problem: 'names no currency; write its code, like EUR' }]),
    ...(change.language == null || isLanguage(change.language)
      ? []
      : [{ path: '/language', problem: 'is no language tag; write it like en or pt-BR' }]),
  ]);
  return store.write(async (transaction) => {
    const settings = await changeTenantSettings(transaction, tenantId, change);
    const details = { fields: Object.keys(change) };
    await recordEvent(transaction, tenantId, clock(), caller, {
      action: 'tenant-settings.change',
      actor,
      details,
    });
    return settings;
  });
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
