import type { AdminRole } from '@inlay/protocol/admin-role';
import type { SecondFactor, SecondFactors } from '@inlay/protocol/second-factor';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readSignInSettings, requiresSecondFactor } from '../../../platform/identity/sign-in-settings.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { isoTime } from '../../../platform/time/time.ts';
import { listPasskeys, toPasskey } from './passkeys.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { findTotp } from './totp-secrets.ts';

interface Owner {
  readonly tenantId: TenantId;
  readonly userId: string;
}

export async function readFactors(
  queries: Queries,
  owner: Owner,
  role: AdminRole | null,
): Promise<SecondFactors> {
  const [passkeys, totp, left, settings] = await Promise.all([
    listPasskeys(queries, owner),
    findTotp(queries, owner),
    countRecoveryCodes(queries, owner),
    readSignInSettings(queries, owner.tenantId),
  ]);
  return {
    passkeys: passkeys.map(toPasskey),
    totp: totp ? { createdAt: isoTime(totp.confirmedAt) } : null,
    recoveryCodes: { left },
    isRequired: requiresSecondFactor(settings, role),
  };
}

/** What the account can be proved with; empty if it has no second factor. */
export async function methodsOf(queries: Queries, owner: Owner): Promise<readonly SecondFactor[]> {
  const [passkeys, totp, left] = await Promise.all([
    listPasskeys(queries, owner),
    findTotp(queries, owner),
    countRecoveryCodes(queries, owner),
  ]);
  if (passkeys.length === 0 && !totp) return [];
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(left > 0 ? (['recovery-code'] as const) : []),
  ];
}
