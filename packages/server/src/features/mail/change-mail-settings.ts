import type { MailSettingsChange } from '@inlay/protocol/mail-settings';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { isPlainHost, PLAIN_HOST } from '../../platform/egress/plain-host.ts';
import { insufficientScope, refuseFields } from '../../platform/errors.ts';
import { readMailAddress } from '../../platform/mail/mail-address.ts';
import { takeLock } from '../../platform/store/take-lock.ts';
import type { Services } from '../../services.ts';
import type { UserManager } from '../users/index.ts';
import { readMailLogo } from './mail-logo.ts';
import {
  type MailSetup,
  PASSWORD_PURPOSE,
  readMailSetup,
  type StoredMailSettings,
  writeMailSetup,
} from './mail-settings.ts';

/**
 * Stores an owner's changes. Links to reset passwords go through this server, those of owners too: whoever chose it could
 * take over any account.
 */
export async function changeMailSettings(
  { store, time, vault }: Pick<Services, 'store' | 'time' | 'vault'>,
  tenantId: TenantId,
  { password, ...change }: MailSettingsChange,
  manager: UserManager,
): Promise<void> {
  if (!manager.manages('owner')) throw insufficientScope('Only owners can change the mail settings');
  await store.write(async (transaction) => {
    await takeLock(transaction, 'settings', tenantId, 'mail');
    const before = await readMailSetup(transaction, tenantId);
    const settings = { ...before.settings, ...change };
    refuseFields(checkMailSettings(settings));
    refuseFields(passwordNeeded(before, settings, password));
    const sealedPassword =
      password === undefined
        ? before.sealedPassword
        : password && vault.seal(tenantId, PASSWORD_PURPOSE, password);
    await writeMailSetup(transaction, tenantId, { settings, sealedPassword });
    await recordEvent(transaction, tenantId, time.now(), manager.caller, {
      action: 'mail-settings.change',
      actor: manager.actor,
      details: { fields: Object.keys({ ...change, ...(password !== undefined && { password }) }) },
    });
  });
}

function checkMailSettings(settings: StoredMailSettings): FieldProblem[] {
  const { useOwnServer, host, logo } = settings;
  const image = logo === null ? undefined : readMailLogo(logo);
  const required = useOwnServer ? (['host', 'port', 'senderAddress'] as const) : [];
  return [
    ...required
      .filter((name) => settings[name] === null)
      .map((name) => ({ path: `/${name}`, problem: 'is required' })),
    ...(host === null || isPlainHost(host) ? [] : [{ path: '/host', problem: PLAIN_HOST }]),
    ...(['senderAddress', 'replyTo'] as const)
      .filter((name) => settings[name] !== null && readMailAddress(settings[name]) === undefined)
      .map((name) => ({ path: `/${name}`, problem: 'must be an email address' })),
    ...(typeof image === 'string' ? [{ path: '/logo', problem: image }] : []),
  ];
}

/** A stored password is sent only where it was entered for: otherwise, a change of the host would reveal it. */
function passwordNeeded(
  { settings: before, sealedPassword }: MailSetup,
  after: StoredMailSettings,
  password: string | null | undefined,
): FieldProblem[] {
  if (sealedPassword === null || password !== undefined) return [];
  const changed = (['host', 'port', 'encryption', 'username'] as const).some(
    (name) => before[name] !== after[name],
  );
  return changed
    ? [{ path: '/password', problem: 'must be entered again, because the server or the username changed' }]
    : [];
}
