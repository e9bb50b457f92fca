import { isProviderMethod, type SignInMethod, type SignInSettings } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { hotStatement } from '../store/hot-statement.ts';
import type { LoginTokenRow, UserRow } from '../store/schema.ts';
import type { Queries, Store } from '../store/store.ts';
import { newOpaqueToken, tokenHash } from './opaque-token.ts';
import { permissionsOf, type UserPrincipal } from './principal.ts';
import { parseSignInSettings, requiresSecondFactor } from './sign-in-settings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The session at the identity provider. */
export interface ProviderSession {
  /** What the provider calls it, so that it can end ours. */
  readonly id: string | null;
  /** Sealed URL that ends the session at the provider. */
  readonly sealedSignOut: string | null;
}

/** How and from where somebody signed in. */
export interface SignInProof {
  readonly method: SignInMethod;
  /** The id of the identity provider. */
  readonly provider?: string;
  readonly providerSession?: ProviderSession;
  /** Whether a second factor was verified, or the method is as good as two. */
  readonly secondFactor: boolean;
  /** When they did, if that was before the session: at an identity provider that remembers them. */
  readonly verifiedAt?: number | undefined;
  readonly userAgent: string | undefined;
  readonly ip: string | null;
  /** The token goes to a program. Others belong to the admin app, which asks again before it shows secrets (ADR 349). */
  readonly isForProgram?: boolean;
}

const MAX_USER_AGENT = 256;

export async function issueLoginToken(
  transaction: Queries,
  tenantId: TenantId,
  userId: string,
  proof: SignInProof & { readonly settings: SignInSettings },
  now: number,
): Promise<string> {
  const token = newOpaqueToken('inl_login');
  await transaction
    .tenant(tenantId)
    .insertInto('login_tokens', {
      token_hash: tokenHash(token),
      user_id: userId,
      created_at: now,
      expires_at: now + proof.settings.sessionHours * HOUR,
      method: proof.method,
      provider: proof.provider ?? null,
      second_factor: proof.secondFactor ? 1 : 0,
      user_agent: proof.userAgent?.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_USER_AGENT) ?? null,
      ip: proof.ip,
      last_used_at: now,
      verified_at: Math.min(proof.verifiedAt ?? now, now),
      for_program: proof.isForProgram ? 1 : 0,
      provider_session: proof.providerSession?.id ?? null,
      sealed_sign_out: proof.providerSession?.sealedSignOut ?? null,
    })
    .execute();
  return token;
}

const findLogin = hotStatement<[tokenHash: string, tenantId: TenantId, now: number]>()((db, slot) =>
  db
    .selectFrom('login_tokens')
    .innerJoin('users', (join) =>
      join
        .onRef('users.tenant_id', '=', 'login_tokens.tenant_id')
        .onRef('users.id', '=', 'login_tokens.user_id'),
    )
    .leftJoin('sign_in_settings', 'sign_in_settings.tenant_id', 'login_tokens.tenant_id')
    .select([
      'users.id',
      'users.username',
      'users.admin_role',
      'login_tokens.created_at',
      'login_tokens.expires_at',
      'login_tokens.last_used_at',
      'login_tokens.verified_at',
      'login_tokens.method',
      'login_tokens.provider',
      'login_tokens.second_factor',
      'login_tokens.for_program',
      'sign_in_settings.settings',
    ])
    .where('login_tokens.token_hash', '=', slot(0))
    .where('login_tokens.tenant_id', '=', slot(1))
    .where('login_tokens.expires_at', '>', slot(2))
    .where('users.status', '=', 'active'),
);

/**
 * Reads the user and the tenant's settings on every request: a changed role, a disabled user or a stricter setting
 * takes effect immediately, on every node.
 */
export const authenticateLogin = (
  store: Store,
  tenantId: TenantId,
  token: string,
  now: number,
): Promise<UserPrincipal | undefined> => authenticateSession(store, tenantId, tokenHash(token), now);

/** The same for a session whose token is not sent, because the request comes from another site. */
export async function authenticateSession(
  store: Store,
  tenantId: TenantId,
  hashed: string,
  now: number,
): Promise<UserPrincipal | undefined> {
  const [found] = await store.run(findLogin, hashed, tenantId, now);
  if (!found) return undefined;
  const settings = parseSignInSettings(found.settings);
  if (sessionEnd(found, settings) <= now || !isStillAllowed(found, settings)) return undefined;
  if (now - (found.last_used_at ?? 0) >= MINUTE) await noteUse(store, tenantId, hashed, now);
  return {
    kind: 'user',
    tenantId,
    userId: found.id,
    name: found.username,
    adminRole: found.admin_role,
    permissions: permissionsOf(found.admin_role),
    tokenHash: hashed,
    method: found.method ?? 'password',
    hasSecondFactor: found.second_factor === 1,
    provider: found.provider,
    verifiedAt: found.verified_at ?? found.created_at,
    isBrowser: found.for_program === 0,
  };
}

/** When a session ends if it is not used again. */
export function sessionEnd(
  { created_at, expires_at, last_used_at }: Pick<LoginTokenRow, 'created_at' | 'expires_at' | 'last_used_at'>,
  { sessionHours, idleMinutes }: SignInSettings,
): number {
  const idle =
    idleMinutes === null ? Number.POSITIVE_INFINITY : (last_used_at ?? created_at) + idleMinutes * MINUTE;
  return Math.min(expires_at, created_at + sessionHours * HOUR, idle);
}

/** Whether somebody could still sign in as they did for this session. */
function isStillAllowed(
  {
    method,
    second_factor,
    admin_role,
  }: Pick<LoginTokenRow, 'method' | 'second_factor'> & Pick<UserRow, 'admin_role'>,
  settings: SignInSettings,
): boolean {
  return isProviderMethod(method ?? 'password')
    ? true
    : settings.passwords && (second_factor === 1 || !requiresSecondFactor(settings, admin_role));
}

/**
 * At most once a minute, so that a busy session does not write on every request. While the store is read-only or full,
 * requests that only read still work, and the session may end too early, but never too late.
 */
async function noteUse(store: Store, tenantId: TenantId, hashed: string, now: number): Promise<void> {
  const noted = store.write((transaction) =>
    transaction
      .tenant(tenantId)
      .update('login_tokens', { last_used_at: now })
      .where('token_hash', '=', hashed)
      .execute(),
  );
  await noted.catch(() => {});
}

/** Notes that the owner of a session has just proved again who they are. */
export async function confirmLogin(
  transaction: Queries,
  tenantId: TenantId,
  hashed: string,
  now: number,
): Promise<void> {
  await transaction
    .tenant(tenantId)
    .update('login_tokens', { verified_at: now })
    .where('token_hash', '=', hashed)
    .execute();
}

/** Returns whether there was such a session. */
export async function revokeLoginToken(
  transaction: Queries,
  tenantId: TenantId,
  hashed: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .tenant(tenantId)
    .deleteFrom('login_tokens')
    .where('token_hash', '=', hashed)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Revokes all logins of a user, or all but the current one. */
export async function revokeLoginsOf(
  transaction: Queries,
  tenantId: TenantId,
  userId: string,
  except?: string,
): Promise<void> {
  await transaction
    .tenant(tenantId)
    .deleteFrom('login_tokens')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (q) => q.where('token_hash', '!=', except as string))
    .execute();
}

/** Ends the sessions that began with an identity provider. */
export async function revokeLoginsOfProvider(
  transaction: Queries,
  tenantId: TenantId,
  provider: string,
): Promise<void> {
  await transaction.tenant(tenantId).deleteFrom('login_tokens').where('provider', '=', provider).execute();
}
