import { isProviderMethod, SIGN_IN_METHODS, type SignInSettings } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import type { TenantQueries } from '../store/tenant-queries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOCAL_METHODS = SIGN_IN_METHODS.filter((method) => !isProviderMethod(method));

/**
 * Deletes the sessions that `authenticateLogin` would refuse under these settings. Called whenever settings change, so
 * that a session that has ended stays ended when they are loosened again.
 */
export async function deleteEndedLogins(
  transaction: Queries,
  tenantId: TenantId,
  settings: SignInSettings,
  now: number,
): Promise<void> {
  const { sessionHours, idleMinutes, passwords, secondFactorRoles } = settings;
  const own = transaction.tenant(tenantId);
  await own
    .deleteFrom('login_tokens')
    .where((row) => {
      const lastUse = row.fn.coalesce('last_used_at', 'created_at');
      return row.or([
        row('created_at', '<=', now - sessionHours * HOUR),
        ...(idleMinutes === null ? [] : [row(lastUse, '<=', now - idleMinutes * MINUTE)]),
        ...(passwords ? [] : [isLocal(row)]),
        ...(secondFactorRoles.length > 0
          ? [
              row.and([
                isLocal(row),
                row(row.fn.coalesce('second_factor', row.lit(0)), '=', 0),
                row('user_id', 'in', usersWith(own, secondFactorRoles)),
              ]),
            ]
          : []),
      ]);
    })
    .execute();
}

/** Sessions without a method began before methods were recorded. */
const isLocal = (row: ExpressionBuilder<Database, 'login_tokens'>) =>
  row.or([row('method', 'is', null), row('method', 'in', LOCAL_METHODS)]);

function usersWith(own: TenantQueries, secondFactorRoles: SignInSettings['secondFactorRoles']) {
  const roles = secondFactorRoles.filter((role) => role !== 'user');
  return own
    .selectFrom('users')
    .select('id')
    .where((user) =>
      user.or([
        ...(roles.length > 0 ? [user('admin_role', 'in', roles)] : []),
        ...(secondFactorRoles.includes('user') ? [user('admin_role', 'is', null)] : []),
      ]),
    );
}
