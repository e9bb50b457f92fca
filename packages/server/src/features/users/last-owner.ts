import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { UserRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { takeLock } from '../../platform/store/take-lock.ts';
import { notStaged, stagedImports } from './staged-users.ts';

type Standing = Pick<UserRow, 'admin_role' | 'status' | 'password_hash'>;

const runsTheTenant = ({ admin_role, status, password_hash }: Standing) =>
  admin_role === 'owner' && status === 'active' && password_hash !== null;

/**
 * Ensures that the tenant keeps an owner who can log in. `becomes` is the changed user, undefined for a deletion. The
 * lock serializes two owners who demote each other at the same time.
 */
export async function refuseLosingLastOwner(
  transaction: Queries,
  tenantId: TenantId,
  user: UserRow,
  becomes?: Standing,
): Promise<void> {
  if (!runsTheTenant(user) || (becomes && runsTheTenant(becomes))) return;
  await takeLock(transaction, 'owners', tenantId);
  const staged = await stagedImports(transaction, tenantId);
  const other = await transaction
    .tenant(tenantId)
    .selectFrom('users')
    .select('id')
    // A literal, because PostgreSQL matches the partial index of administrators by this condition.
    .where(sql<boolean>`roles <> 'USER'`)
    .where('admin_role', '=', 'owner')
    .where('status', '=', 'active')
    .where('password_hash', 'is not', null)
    .where('id', '!=', user.id)
    .where(notStaged(staged))
    .limit(1)
    .executeTakeFirst();
  if (other) return;
  throw new AppError('CONFLICT', {
    message: `'${user.username}' is the last owner who can log in. Make another user an owner first.`,
  });
}
