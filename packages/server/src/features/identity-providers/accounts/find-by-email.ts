import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Queries } from '../../../platform/store/store.ts';
import { findUser, type UserWithGroups } from '../../users/index.ts';

/** Lookalike and caseless letters of other scripts must not match an ASCII address. */
const PLAIN_ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/;

/** Accounts with this address, at most two: enough to know whether there is exactly one. */
export async function findByEmail(
  queries: Queries,
  tenantId: TenantId,
  email: string,
): Promise<readonly UserWithGroups[]> {
  if (!PLAIN_ADDRESS.test(email)) return [];
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(users.email) = ${email.toLowerCase()}`)
    .orderBy('id')
    .limit(2)
    .execute();
  const users = await Promise.all(rows.map(({ id }) => findUser(queries, tenantId, id)));
  return users.filter((user) => user !== undefined);
}
