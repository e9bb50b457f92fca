import type { SecondFactor } from '@inlay/protocol/second-factor';
import { isProviderMethod, type SignInSettings } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../platform/audit/record-event.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import { hasSecondFactor } from '../../platform/identity/has-second-factor.ts';
import { issueLoginToken, type SignInProof } from '../../platform/identity/login-tokens.ts';
import { readSignInSettings, requiresSecondFactor } from '../../platform/identity/sign-in-settings.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isStaged } from '../users/index.ts';

/** What somebody has proved, and about which account. */
export interface SignIn extends Omit<SignInProof, 'ip'> {
  readonly userId: string;
  /** The hash of the password that was verified. If it was replaced meanwhile, nothing is proved. */
  readonly passwordHash?: string;
  /** What was verified besides the password. */
  readonly factor?: SecondFactor;
}

export type SessionStart =
  | { readonly token: string; readonly settings: SignInSettings }
  | { readonly refused: SignInRefusal };

/** `inactive`: disabled, deleted or changed meanwhile. */
export type SignInRefusal = 'inactive' | 'passwords are off' | 'second factor required';

/** The one way to a session, whatever the method: enforces the tenant's settings and records the sign-in. */
export async function startSession(
  transaction: Queries,
  tenantId: TenantId,
  { userId, passwordHash, factor, ...proof }: SignIn,
  { now, caller }: { readonly now: number; readonly caller: Caller },
): Promise<SessionStart> {
  // Locks the user: a concurrent change that ends sessions waits, and then ends this one too.
  const own = transaction.tenant(tenantId);
  const user = await own
    .update('users', { status: 'active' })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .$if(passwordHash !== undefined, (update) => update.where('password_hash', '=', passwordHash as string))
    .returning(['username', 'admin_role', 'import_id'])
    .executeTakeFirst();
  if (!user || (await isStaged(transaction, tenantId, user))) return { refused: 'inactive' };
  const settings = await readSignInSettings(transaction, tenantId);
  if (!isProviderMethod(proof.method)) {
    if (!settings.passwords) return { refused: 'passwords are off' };
    // Whoever added a second factor does not want the password to suffice, in programs neither (ADR 349).
    const isRequired =
      requiresSecondFactor(settings, user.admin_role) ||
      (await hasSecondFactor(transaction, tenantId, userId));
    if (!proof.secondFactor && isRequired) return { refused: 'second factor required' };
  }
  await own.update('users', { last_login_at: now }).where('id', '=', userId).execute();
  await recordEvent(transaction, tenantId, now, caller, {
    action: 'login',
    actor: user.username,
    details: {
      method: proof.method,
      ...(proof.provider !== undefined && { provider: proof.provider }),
      secondFactor: proof.secondFactor,
      ...(factor !== undefined && { factor }),
    },
  });
  const token = await issueLoginToken(
    transaction,
    tenantId,
    userId,
    { ...proof, ip: caller.ip, settings },
    now,
  );
  return { token, settings };
}
