import type { AuditAction } from '@inlay/protocol/audit-action';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import { type AttemptLimit, blockedFor, recordFailure } from '../../../platform/identity/attempt-limit.ts';
import type { UserRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { blocked } from '../../sessions/index.ts';

/** Whose password was right, or who is signed in. */
export interface Account {
  readonly tenantId: TenantId;
  readonly userId: string;
  /** The hash of the password that was verified. If it was replaced meanwhile, nothing is proved. */
  readonly passwordHash?: string;
}

export type AccountRow = Pick<UserRow, 'id' | 'username' | 'email' | 'admin_role'>;

/** What a request proved, and what was done because of that. */
export type Outcome<T> = { readonly done: T } | { readonly wrong: WrongProof };

export interface WrongProof {
  readonly field: 'code' | 'recoveryCode' | 'response';
  /** For the log. */
  readonly detail?: string;
}

interface Attempt<T> {
  readonly action: AuditAction;
  readonly caller: Caller;
  work(transaction: Queries, user: AccountRow, now: number): Promise<Outcome<T>>;
}

type AttemptServices = Pick<Services, 'store' | 'time' | 'config' | 'refusals'>;

/**
 * Checks something that can be guessed, and does what it allows, in one transaction. The attempts of an account follow
 * one another, on all nodes: what is wrong counts before the next is checked, and nothing works twice.
 */
export async function attemptFactor<T>(
  services: AttemptServices,
  account: Account,
  { action, caller, work }: Attempt<T>,
): Promise<T> {
  const { store, time, config, refusals } = services;
  const { tenantId, userId } = account;
  const result = await store.write(async (transaction) => {
    const now = time.now();
    const user = await lockAccount(transaction, account);
    if (!user) return { gone: true } as const;
    const blockedForMs = await remainingBlock(transaction, config, tenantId, userId, now);
    if (blockedForMs > 0) return { blockedForMs } as const;
    const outcome = await work(transaction, user, now);
    if ('wrong' in outcome) await recordWrong(transaction, config, { account, user, action, caller }, now);
    return outcome;
  });
  if ('done' in result) return result.done;
  if ('gone' in result) throw new AppError('UNAUTHORIZED');
  if ('wrong' in result) throw wrongProof(result.wrong);
  refusals.count(tenantId, time.now(), { action, reason: 'blocked' });
  throw blocked(result.blockedForMs);
}

/** Undefined if the user was disabled or deleted, or the password changed. */
export async function lockAccount(
  transaction: Queries,
  { tenantId, userId, passwordHash }: Account,
): Promise<AccountRow | undefined> {
  return transaction
    .tenant(tenantId)
    .update('users', { status: 'active' })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .$if(passwordHash !== undefined, (update) => update.where('password_hash', '=', passwordHash as string))
    .returning(['id', 'username', 'email', 'admin_role'])
    .executeTakeFirst();
}

const MINUTE = 60_000;

/**
 * As for passwords, and a second limit: at five codes a minute, somebody who knows the password would find a code of six
 * digits within weeks.
 */
const limits = ({ loginBlockSeconds }: Services['config']): readonly AttemptLimit[] => [
  { scope: 'second-factor', failures: 5, windowMs: MINUTE, blockMs: loginBlockSeconds * 1000 },
  { scope: 'second-factor-hour', failures: 20, windowMs: 60 * MINUTE, blockMs: 60 * MINUTE },
];

async function remainingBlock(
  transaction: Queries,
  config: Services['config'],
  tenantId: TenantId,
  userId: string,
  now: number,
): Promise<number> {
  let longest = 0;
  for (const limit of limits(config))
    longest = Math.max(longest, await blockedFor(transaction, tenantId, limit, userId, now));
  return longest;
}

async function recordWrong(
  transaction: Queries,
  config: Services['config'],
  {
    account: { tenantId, userId },
    user: { username },
    action,
    caller,
  }: {
    readonly account: Account;
    readonly user: AccountRow;
    readonly action: AuditAction;
    readonly caller: Caller;
  },
  now: number,
): Promise<void> {
  const refused = { outcome: 'refused', actor: username, target: username } as const;
  await recordEvent(transaction, tenantId, now, caller, {
    ...refused,
    action,
    reason: 'wrong second factor',
  });
  for (const limit of limits(config)) {
    const { startsBlock } = await recordFailure(transaction, tenantId, limit, userId, now);
    if (startsBlock)
      await recordEvent(transaction, tenantId, now, caller, {
        ...refused,
        action: 'login.block',
        reason: 'wrong second factors',
      });
  }
}

const SENTENCES = {
  code: 'This code is not correct, or was used already. Enter the current code of your authenticator app.',
  recoveryCode: 'This recovery code is not correct, or was used already.',
  response: 'This passkey could not be verified. Try again, or use another one.',
} as const;

function wrongProof({ field, detail }: WrongProof): AppError {
  return new AppError('REQUEST_INVALID', {
    message: SENTENCES[field],
    details: [{ path: `/${field}`, problem: 'is not correct' }],
    ...(detail !== undefined && { detail }),
  });
}
