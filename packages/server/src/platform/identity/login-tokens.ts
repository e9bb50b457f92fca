import type { TenantId } from '@inlay/protocol/tenant-id';
import { hotStatement } from '../store/hot-statement.ts';
import type { Queries } from '../store/store.ts';
import { newOpaqueToken, tokenHash } from './opaque-token.ts';
import { permissionsOf, type UserPrincipal } from './principal.ts';

export const LOGIN_TOKEN_MS = 12 * 60 * 60 * 1000;

export async function issueLoginToken(
  transaction: Queries,
  tenantId: TenantId,
  userId: string,
  now: number,
): Promise<string> {
  const token = newOpaqueToken('inl_login');
  await transaction
    .tenant(tenantId)
    .insertInto('login_tokens', {
      token_hash: tokenHash(token),
      user_id: userId,
      created_at: now,
      expires_at: now + LOGIN_TOKEN_MS,
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
    .select(['users.id', 'users.username', 'users.admin_role'])
    .where('login_tokens.token_hash', '=', slot(0))
    .where('login_tokens.tenant_id', '=', slot(1))
    .where('login_tokens.expires_at', '>', slot(2))
    .where('users.status', '=', 'active'),
);

/** Reads the user on every request: a changed role or disabled user takes effect immediately, on every node. */
export async function authenticateLogin(
  queries: Queries,
  tenantId: TenantId,
  token: string,
  now: number,
): Promise<UserPrincipal | undefined> {
  const hashed = tokenHash(token);
  const [user] = await queries.run(findLogin, hashed, tenantId, now);
  if (!user) return undefined;
  return {
    kind: 'user',
    tenantId,
    userId: user.id,
    name: user.username,
    adminRole: user.admin_role,
    permissions: permissionsOf(user.admin_role),
    tokenHash: hashed,
  };
}

export async function revokeLoginToken(
  transaction: Queries,
  tenantId: TenantId,
  hashed: string,
): Promise<void> {
  await transaction.tenant(tenantId).deleteFrom('login_tokens').where('token_hash', '=', hashed).execute();
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
