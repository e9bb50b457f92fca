import type { TenantId } from '@inlay/protocol/tenant-id';
import type { UserRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isStaged } from '../users/index.ts';

export type LoginCandidate = Pick<UserRow, 'id' | 'username' | 'password_hash' | 'status' | 'import_id'>;

/** The user behind a username key, if there is one who could log in. */
export async function findLoginCandidate(
  queries: Queries,
  tenantId: TenantId,
  usernameKey: string,
): Promise<LoginCandidate | undefined> {
  // No stored name has this character, and PostgreSQL refuses to look for it.
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
