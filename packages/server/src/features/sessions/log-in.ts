import type { TenantId } from '@inlay/protocol/tenant-id';
import { countRefusal, recordEvent, writeRecorded } from '../../platform/audit/record-event.ts';
import { QueueFullError } from '../../platform/concurrency/fair-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import { recordFailure } from '../../platform/identity/attempt-limit.ts';
import { turnOfLogin } from '../../platform/identity/hashing-turns.ts';
import { revokeLoginToken } from '../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../platform/identity/principal.ts';
import type { UserRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { isStaged, usernameKey } from '../users/index.ts';
import { blocked, loginLimit, refuseWhileBlocked } from './login-limit.ts';
import { type SessionStart, startSession } from './start-session.ts';

type LoginServices = Pick<Services, 'store' | 'time' | 'passwords' | 'config' | 'metrics' | 'refusals'>;

interface Attempt {
  readonly tenantId: TenantId;
  readonly key: string;
  readonly caller: Caller;
  readonly userAgent: string | undefined;
  /** Programs log in with a password only; the sign-in page asks for a second factor after it. */
  readonly isForProgram: boolean;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Who sends the credentials, as far as one can tell. */
export type Client = Pick<Attempt, 'caller' | 'userAgent'>;

export type StartedSession = Exclude<SessionStart, { readonly refused: unknown }>;

/** Whose password was right, but does not suffice. */
export interface HalfSignedIn {
  readonly userId: string;
  readonly passwordHash: string;
}

/** Exchanges a username and password for a login token. Five failures within a minute block the username. */
export async function logIn(
  services: LoginServices,
  tenantId: TenantId,
  credentials: Credentials,
  client: Client,
): Promise<StartedSession> {
  const login = await tryCounted(services, tenantId, credentials, { ...client, isForProgram: true });
  if ('token' in login) return login;
  // The password was right, so this does not count as an attempt; the response does not tell.
  services.metrics.logins.inc({ outcome: 'failed' });
  throw loginFailed();
}

/** The same for the sign-in page, which continues where a second factor is needed. */
export const logInOnPage = (
  services: LoginServices,
  tenantId: TenantId,
  credentials: Credentials,
  client: Client,
): Promise<StartedSession | HalfSignedIn> =>
  tryCounted(services, tenantId, credentials, { ...client, isForProgram: false });

async function tryCounted(
  services: LoginServices,
  tenantId: TenantId,
  { username, password }: Credentials,
  client: Client & Pick<Attempt, 'isForProgram'>,
): Promise<StartedSession | HalfSignedIn> {
  const attempt: Attempt = { tenantId, key: usernameKey(username), ...client };
  try {
    return await tryCredentials(services, attempt, password);
  } catch (error) {
    countOutcome(services, tenantId, error);
    throw error;
  }
}

async function tryCredentials(
  services: LoginServices,
  attempt: Attempt,
  password: string,
): Promise<StartedSession | HalfSignedIn> {
  const { store, time, passwords, metrics } = services;
  // Checked before the expensive hash, and again when the result is recorded: others may have failed meanwhile.
  await refuseWhileBlocked(services, store, attempt, time.now());
  const candidate = await findLoginCandidate(store, attempt.tenantId, attempt.key);
  const turn = turnOfLogin(attempt.tenantId, attempt.caller.ip, attempt.key);
  const matches = await passwords.verify(candidate?.password_hash, password, turn);
  const start = matches && candidate ? await recordSuccess(services, attempt, candidate) : undefined;
  if (start === undefined || candidate === undefined) return recordFailedLogin(services, attempt, candidate);
  if ('refused' in start) {
    if (start.refused !== 'second factor required') throw loginFailed();
    return { userId: candidate.id, passwordHash: candidate.password_hash ?? '' };
  }
  metrics.logins.inc({ outcome: 'success' });
  return start;
}

type LoginCandidate = Pick<UserRow, 'id' | 'username' | 'password_hash' | 'status' | 'import_id'>;

/** The user with this username key, if they may log in. */
async function findLoginCandidate(
  queries: Queries,
  tenantId: TenantId,
  usernameKey: string,
): Promise<LoginCandidate | undefined> {
  // No stored username contains this character, and PostgreSQL rejects it as a parameter.
  if (usernameKey.includes('\u0000')) return undefined;
  const user = await queries
    .tenant(tenantId)
    .selectFrom('users')
    .select(['id', 'username', 'password_hash', 'status', 'import_id'])
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();
  if (user?.status !== 'active' || (await isStaged(queries, tenantId, user))) return undefined;
  return user;
}

/** Returns nothing if the user was changed, disabled or deleted while the password was being verified. */
async function recordSuccess(
  services: LoginServices,
  attempt: Attempt,
  { id, password_hash }: LoginCandidate,
): Promise<SessionStart | undefined> {
  const { tenantId, caller, userAgent, isForProgram } = attempt;
  return services.store.write(async (transaction) => {
    const now = services.time.now();
    await refuseWhileBlocked(services, transaction, attempt, now);
    const start = await startSession(
      transaction,
      tenantId,
      {
        userId: id,
        passwordHash: password_hash ?? '',
        method: 'password',
        secondFactor: false,
        userAgent,
        isForProgram,
      },
      { now, caller },
    );
    if (!('refused' in start)) return start;
    if (start.refused === 'inactive') return undefined;
    if (start.refused === 'second factor required' && !isForProgram) return start;
    await countRefusal(transaction, tenantId, now, { action: 'login', reason: start.refused });
    return start;
  });
}

async function recordFailedLogin(
  { store, time, config }: LoginServices,
  { tenantId, key, caller }: Attempt,
  candidate: LoginCandidate | undefined,
): Promise<never> {
  const { blockedForMs } = await store.write(async (transaction) => {
    const now = time.now();
    const failure = await recordFailure(transaction, tenantId, loginLimit(config), key, now);
    if (failure.blockedForMs === 0)
      await countRefusal(transaction, tenantId, now, {
        action: 'login',
        reason: 'invalid username or password',
      });
    if (failure.startsBlock) {
      // An unknown username is not recorded: it may be a password typed into the wrong field.
      await recordEvent(transaction, tenantId, now, caller, {
        action: 'login.block',
        outcome: 'refused',
        target: candidate?.username ?? null,
      });
    }
    return failure;
  });
  if (blockedForMs > 0) throw blocked(blockedForMs);
  throw loginFailed();
}

/** One error for every reason. `detail` goes to the log. */
export const loginFailed = (detail?: string) =>
  new AppError('LOGIN_FAILED', {
    headers: { 'www-authenticate': 'Bearer' },
    ...(detail !== undefined && { detail }),
  });

function countOutcome({ metrics, refusals, time }: LoginServices, tenantId: TenantId, error: unknown): void {
  if (!(error instanceof AppError)) return;
  if (error instanceof QueueFullError) metrics.logins.inc({ outcome: 'rejected' });
  else if (error.code === 'LOGIN_FAILED') metrics.logins.inc({ outcome: 'failed' });
  if (error instanceof QueueFullError || error.code !== 'TOO_MANY_REQUESTS') return;
  metrics.logins.inc({ outcome: 'blocked' });
  refusals.count(tenantId, time.now(), { action: 'login', reason: 'blocked' });
}

/** Ends the session that authenticated the request. */
export async function logOut(
  services: Pick<Services, 'store' | 'time'>,
  { tenantId, tokenHash, name }: UserPrincipal,
  caller: Caller,
): Promise<void> {
  const acting = { actor: name, caller };
  await writeRecorded(services, tenantId, acting, { action: 'logout' }, (transaction) =>
    revokeLoginToken(transaction, tenantId, tokenHash),
  );
}
