import { isProviderMethod, type SignInSettings, type SignInSettingsChange } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { deleteEndedLogins } from '../../platform/identity/delete-ended-logins.ts';
import type { Principal } from '../../platform/identity/principal.ts';
import { parseSignInSettings, requiresSecondFactor } from '../../platform/identity/sign-in-settings.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';

/** Changes the settings for an administrator, unless the change would lock out whoever makes it. */
export function changeSignInSettings(
  services: Pick<Services, 'store' | 'time'>,
  principal: Principal,
  change: SignInSettingsChange,
  acting: Acting,
): Promise<SignInSettings> {
  return saveSignInSettings(services, principal.tenantId, change, acting, (changed) =>
    refuseLockout(principal, change, changed),
  );
}

/** Without a `check` for the operator, who can undo it. */
export async function saveSignInSettings(
  { store, time }: Pick<Services, 'store' | 'time'>,
  tenantId: TenantId,
  change: SignInSettingsChange,
  { actor, caller }: Acting,
  check: (changed: SignInSettings) => void = () => {},
): Promise<SignInSettings> {
  return store.write(async (transaction) => {
    const now = time.now();
    const settings = await writeSignInSettings(transaction, tenantId, change, now);
    check(settings);
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'sign-in-settings.change',
      actor,
      details: change,
    });
    return settings;
  });
}

/** Changes the settings, and ends the sessions that the former or the changed ones do not allow. */
async function writeSignInSettings(
  transaction: Queries,
  tenantId: TenantId,
  change: SignInSettingsChange,
  now: number,
): Promise<SignInSettings> {
  const own = transaction.tenant(tenantId);
  // The upsert locks the row even if it does not exist yet, so that no concurrent change is lost.
  const { settings: stored } = await own
    .insertInto('sign_in_settings', { settings: '{}' })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet((row) => ({ settings: row.ref('sign_in_settings.settings') })),
    )
    .returning('settings')
    .executeTakeFirstOrThrow();
  const former = parseSignInSettings(stored);
  const changed = { ...former, ...change };
  await own.update('sign_in_settings', { settings: JSON.stringify(changed) }).execute();
  for (const settings of [former, changed]) await deleteEndedLogins(transaction, tenantId, settings, now);
  return changed;
}

/** Whoever makes sign-in stricter must be signed in that way, which proves that it works. */
function refuseLockout(principal: Principal, change: SignInSettingsChange, settings: SignInSettings): void {
  const session = principal.kind === 'user' ? principal : undefined;
  const isFromProvider = session !== undefined && isProviderMethod(session.method);
  if (change.passwords === false && !isFromProvider)
    throw new AppError('CONFLICT', {
      message:
        'Sign in with an identity provider first, to prove that it works. Then switch passwords off in that session.',
    });
  if (
    change.secondFactorRoles !== undefined &&
    !isFromProvider &&
    !(session?.hasSecondFactor ?? false) &&
    // Nobody can tell whose factor a key would prove.
    (session === undefined
      ? settings.secondFactorRoles.length > 0
      : requiresSecondFactor(settings, session.adminRole))
  )
    throw new AppError('CONFLICT', {
      message:
        'Add a second factor to your own account and sign in with it first. Then require it of your role.',
    });
}
