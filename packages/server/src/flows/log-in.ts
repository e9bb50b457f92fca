import type { TenantId } from '@inlay/protocol/tenant-id';
import { type Caller, countRefusal, recordEvent } from '../audit/record-event.ts';
import { type AttemptLimit, blockedFor, recordFailure } from '../auth/attempt-limit.ts';
import { issueLoginToken } from '../auth/login-tokens.ts';
import { findLoginCandidate, type LoginCandidate } from '../directory/login-candidate.ts';
import { usernameKey } from '../directory/username-key.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Queries } from '../store/store.ts';

type LoginServices = Pick<Services, 'store' | 'clock' | 'passwords' | 'config' | 'metrics'>;

interface Attempt {
  readonly tenantId: TenantId;
  readonly key: string;
  readonly caller: Caller;
}

/** A username and a password for a login token; five wrong ones within a minute block the username. */
export async function logIn(
  services: LoginServices,
  tenantId: TenantId,
  credentials: { readonly username: string; readonly password: string },
  caller: Caller,
): Promise<{ readonly token: string }> {
  const { store, clock, passwords } = services;
  const attempt: Attempt = { tenantId, key: usernameKey(credentials.username), caller };
  // Before the costly hash, and again when the verdict is recorded: others may have failed meanwhile.
  await refuseWhileBlocked(services, store, attempt, clock());
  const candidate = await findLoginCandidate(store, tenantId, attempt.key);
  const matches = await passwords.verify(candidate?.password_hash, credentials.password);
  return matches && candidate
    ? { token: await recordSuccess(services, attempt, candidate) }
    : recordWrong(services, attempt, candidate);
}

async function recordSuccess(
  services: LoginServices,
  attempt: Attempt,
  user: LoginCandidate,
): Promise<string> {
  const { store, clock, metrics } = services;
  const { tenantId, caller } = attempt;
  const token = await store.write(async (transaction) => {
    const now = clock();
    await refuseWhileBlocked(services, transaction, attempt, now);
    await transaction
      .tenant(tenantId)
      .update('users', { last_login_at: now })
      .where('id', '=', user.id)
      .execute();
    await recordEvent(transaction, tenantId, now, caller, { action: 'login', actor: user.username });
    return issueLoginToken(transaction, tenantId, user.id, now);
  });
  metrics.logins.inc({ outcome: 'success' });
  return token;
}

async function recordWrong(
  services: LoginServices,
  { tenantId, key, caller }: Attempt,
  candidate: LoginCandidate | undefined,
): Promise<never> {
  const { store, clock, config, metrics } = services;
  const { blockedForMs } = await store.write(async (transaction) => {
    const now = clock();
    const verdict = await recordFailure(transaction, tenantId, loginLimit(config), key, now);
    const reason = verdict.blockedForMs > 0 ? 'blocked' : 'invalid username or password';
    await countRefusal(transaction, tenantId, now, { action: 'login', reason });
    if (verdict.startsBlock) {
      // An unknown name is not kept: it may be a password that somebody typed into the wrong field.
      await recordEvent(transaction, tenantId, now, caller, {
        action: 'login.block',
        outcome: 'refused',
        target: candidate?.username ?? null,
      });
    }
    return verdict;
  });
  if (blockedForMs > 0) throw blocked(services, blockedForMs);
  metrics.logins.inc({ outcome: 'failed' });
  throw new AppError('LOGIN_FAILED', { headers: { 'www-authenticate': 'Bearer' } });
}

async function refuseWhileBlocked(
  services: LoginServices,
  queries: Queries,
  { tenantId, key }: Attempt,
  now: number,
): Promise<void> {
  const remaining = await blockedFor(queries, tenantId, loginLimit(services.config), key, now);
  if (remaining > 0) throw blocked(services, remaining);
}

function blocked({ metrics }: LoginServices, remainingMs: number): AppError {
  metrics.logins.inc({ outcome: 'blocked' });
  return new AppError('TOO_MANY_REQUESTS', {
    headers: { 'retry-after': String(Math.ceil(remainingMs / 1000)) },
  });
}

function loginLimit({ loginBlockSeconds }: Services['config']): AttemptLimit {
  return { scope: 'login', failures: 5, windowMs: 60_000, blockMs: loginBlockSeconds * 1000 };
}
