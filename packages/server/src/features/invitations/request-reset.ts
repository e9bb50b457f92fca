import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import { type AttemptLimit, recordFailure } from '../../platform/identity/attempt-limit.ts';
import { sourceOf } from '../../platform/identity/hashing-turns.ts';
import { countWaiting, enqueueMail, MAX_WAITING } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { usernameKey } from '../users/index.ts';
import type { ResetRequest } from './answer-reset-request.ts';

export const RESET_REQUEST = 'password-reset-request';

const MINUTE = 60_000;
/** Says nothing about what was typed, so the caller is told. */
const SOURCE: AttemptLimit = {
  scope: 'reset-source',
  failures: 10,
  windowMs: 15 * MINUTE,
  blockMs: 15 * MINUTE,
};
const TYPED: AttemptLimit = { ...SOURCE, scope: 'reset-typed', failures: 5 };
/** Of all callers: the rest of the outbox is for messages to people who are known. */
const MAX_REQUESTS = 200;
/** The user is looking at the mailbox now. */
const ANSWER_MS = 30 * MINUTE;

/**
 * Notes that somebody asked to reset a password. Whether there is such an account is found out in the background, so that
 * neither response nor time tells: both cases do the same here.
 */
export async function requestReset(
  { store, time, vault }: Pick<Services, 'store' | 'time' | 'vault'>,
  tenantId: TenantId,
  typed: string,
  caller: Caller,
): Promise<void> {
  await store.write(async (transaction) => {
    const now = time.now();
    const source = await recordFailure(transaction, tenantId, SOURCE, sourceOf(caller.ip), now);
    if (source.blockedForMs > 0)
      throw new AppError('TOO_MANY_REQUESTS', {
        headers: { 'retry-after': String(Math.ceil(source.blockedForMs / 1000)) },
      });
    const repeated = await recordFailure(transaction, tenantId, TYPED, usernameKey(typed), now);
    if (repeated.blockedForMs > 0) return;
    if ((await countWaiting(transaction, tenantId, RESET_REQUEST)) >= MAX_REQUESTS) return;
    if ((await countWaiting(transaction, tenantId)) >= MAX_WAITING) return;
    const data: ResetRequest = { typed, caller: { requestId: caller.requestId, ip: caller.ip } };
    const mail = { kind: RESET_REQUEST, recipient: null, data, expiresAt: now + ANSWER_MS };
    await enqueueMail(transaction, vault, tenantId, mail, now);
  });
}
