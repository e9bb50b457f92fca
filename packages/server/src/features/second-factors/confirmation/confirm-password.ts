import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import { recordFailure } from '../../../platform/identity/attempt-limit.ts';
import { turnOfUser } from '../../../platform/identity/hashing-turns.ts';
import { confirmLogin } from '../../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../../platform/identity/principal.ts';
import type { Services } from '../../../services.ts';
import { blocked, loginLimit, refuseWhileBlocked } from '../../sessions/index.ts';
import { findUser, usernameKey } from '../../users/index.ts';
import { lockAccount } from '../factors/attempt-factor.ts';

type PasswordServices = Pick<Services, 'store' | 'time' | 'passwords' | 'config'>;

/** Confirms a session with the password. A wrong one counts as a failed login. */
export async function confirmPassword(
  services: PasswordServices,
  principal: UserPrincipal,
  password: string,
  caller: Caller,
): Promise<void> {
  const { store, time, passwords } = services;
  const { tenantId, userId, tokenHash, name } = principal;
  const attempt = { tenantId, key: usernameKey(name) };
  await refuseWhileBlocked(services, store, attempt, time.now());
  const user = await findUser(store, tenantId, userId);
  const isRight = await passwords.verify(user?.password_hash, password, turnOfUser(tenantId, name));
  if (!isRight || user?.password_hash == null) return recordWrongPassword(services, principal, caller);
  const account = { tenantId, userId, passwordHash: user.password_hash };
  await store.write(async (transaction) => {
    const now = time.now();
    await refuseWhileBlocked(services, transaction, attempt, now);
    // The password changed while it was being verified.
    if (!(await lockAccount(transaction, account))) throw new AppError('UNAUTHORIZED');
    await confirmLogin(transaction, tenantId, tokenHash, now);
    const event = { action: 'session.confirm', actor: name, details: { method: 'password' } } as const;
    await recordEvent(transaction, tenantId, now, caller, event);
  });
}

async function recordWrongPassword(
  { store, time, config }: PasswordServices,
  { tenantId, name }: UserPrincipal,
  caller: Caller,
): Promise<never> {
  const { blockedForMs } = await store.write(async (transaction) => {
    const now = time.now();
    const failure = await recordFailure(transaction, tenantId, loginLimit(config), usernameKey(name), now);
    const refused = { outcome: 'refused', actor: name, target: name } as const;
    await recordEvent(transaction, tenantId, now, caller, {
      ...refused,
      action: 'session.confirm',
      reason: failure.blockedForMs > 0 ? 'blocked' : 'wrong password',
    });
    if (failure.startsBlock)
      await recordEvent(transaction, tenantId, now, caller, { ...refused, action: 'login.block' });
    return failure;
  });
  if (blockedForMs > 0) throw blocked(blockedForMs);
  throw fieldsInvalid([{ path: '/password', problem: 'is not correct' }]);
}
