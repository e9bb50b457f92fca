import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError, fieldsInvalid } from '../../platform/errors.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import { recordFailure } from '../../platform/identity/attempt-limit.ts';
import { turnOfUser } from '../../platform/identity/hashing-turns.ts';
import { revokeLoginsOf } from '../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../platform/identity/principal.ts';
import type { Services } from '../../services.ts';
import { queueNotice } from '../mail/index.ts';
import { findUser, passwordProblem, replacePassword, usernameKey } from '../users/index.ts';
import { blocked, loginLimit, refuseWhileBlocked } from './login-limit.ts';

type PasswordServices = Pick<Services, 'store' | 'time' | 'passwords' | 'config' | 'vault'>;

/**
 * Changes a user's password after verifying the current one; keeps this login and ends all others. A stolen login could
 * be used to guess the password here, so a wrong one counts as a failed login.
 */
export async function changeOwnPassword(
  services: PasswordServices,
  principal: UserPrincipal,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
  caller: Caller,
): Promise<void> {
  const { store, time, passwords } = services;
  const { tenantId, userId } = principal;
  const attempt = { tenantId, key: usernameKey(principal.name) };
  const problem = passwordProblem(newPassword);
  if (problem) throw fieldsInvalid([{ path: '/newPassword', problem }]);
  await refuseWhileBlocked(services, store, attempt, time.now());
  const user = await findUser(store, tenantId, userId);
  const turn = turnOfUser(tenantId, principal.name);
  if (!(await passwords.verify(user?.password_hash, currentPassword, turn)))
    return recordWrongPassword(services, principal, caller);
  const passwordHash = await passwords.hash(newPassword, turn);

  await store.write(async (transaction) => {
    const now = time.now();
    await refuseWhileBlocked(services, transaction, attempt, now);
    const proven = { id: userId, passwordHash: user?.password_hash ?? '' };
    // The login was ended, or the password changed, while the hashes were computed.
    if (!(await replacePassword(transaction, tenantId, proven, passwordHash, now)))
      throw new AppError('UNAUTHORIZED');
    await revokeLoginsOf(transaction, tenantId, userId, principal.tokenHash);
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'user.change-password',
      actor: principal.name,
      target: principal.name,
    });
    const { username = principal.name, email = null } = user ?? {};
    const about = { notice: 'password-changed', user: { username, email }, caller } as const;
    await queueNotice(services, transaction, tenantId, about, now);
  });
}

async function recordWrongPassword(
  { store, time, config }: PasswordServices,
  { tenantId, name: username }: UserPrincipal,
  caller: Caller,
): Promise<never> {
  const { blockedForMs } = await store.write(async (transaction) => {
    const now = time.now();
    const key = usernameKey(username);
    const failure = await recordFailure(transaction, tenantId, loginLimit(config), key, now);
    const refused = { outcome: 'refused', actor: username, target: username } as const;
    await recordEvent(transaction, tenantId, now, caller, {
      ...refused,
      action: 'user.change-password',
      reason: failure.blockedForMs > 0 ? 'blocked' : 'wrong current password',
    });
    if (failure.startsBlock)
      await recordEvent(transaction, tenantId, now, caller, { ...refused, action: 'login.block' });
    return failure;
  });
  if (blockedForMs > 0) throw blocked(blockedForMs);
  throw fieldsInvalid([{ path: '/currentPassword', problem: 'is not correct' }]);
}
