import type { AdminRole } from '@inlay/protocol/admin-role';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Privilege, Role } from '@inlay/protocol/user';
import { normalizePrivileges } from '../../platform/identity/permissions.ts';
import { formatRoles } from '../../platform/identity/principal.ts';
import { newId } from '../../platform/new-id.ts';
import { insertRows, rowsInsert } from '../../platform/store/insert-rows.ts';
import type { UserRow } from '../../platform/store/schema.ts';
import { foldSearchText } from '../../platform/store/search-text.ts';
import type { Queries } from '../../platform/store/store.ts';
import { addToRowCount, type UserWithGroups, userFields, usernameKey } from './users.ts';

/** A validated new user with a hashed password. */
export interface UserDraft {
  readonly username: string;
  readonly email?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly roles?: readonly Role[];
  /** `standingAfter` completes it: without one, a user manages nothing. */
  readonly adminRole?: AdminRole | null;
  readonly groups?: readonly string[];
  readonly privileges?: Readonly<Record<string, readonly Privilege[]>>;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly workspaceId?: string | null;
  readonly status?: 'active' | 'disabled';
  readonly passwordHash?: string | null;
  readonly externalId?: string | null;
}

export type NewUserRow = Omit<UserRow, 'tenant_id'>;

export function userRow(
  draft: UserDraft,
  now: number,
  importId: string | null = null,
  id: string = newId(now),
): NewUserRow {
  // No store accepts unpaired surrogates.
  const username = draft.username.toWellFormed();
  const email = draft.email?.toWellFormed() ?? null;
  const first_name = draft.firstName?.toWellFormed() ?? null;
  const last_name = draft.lastName?.toWellFormed() ?? null;
  return {
    id,
    username: username.trim(),
    username_key: usernameKey(username),
    email,
    first_name,
    last_name,
    search_text: foldSearchText([username, email, first_name, last_name]),
    roles: formatRoles(draft.roles ?? ['USER']),
    admin_role: draft.adminRole ?? null,
    workspace_id: draft.workspaceId ?? null,
    privileges: JSON.stringify(normalizePrivileges(draft.privileges ?? {})),
    attributes: JSON.stringify(draft.attributes ?? {}),
    status: draft.status ?? 'active',
    password_hash: draft.passwordHash ?? null,
    last_login_at: null,
    created_at: now,
    updated_at: now,
    import_id: importId,
    external_id: draft.externalId ?? null,
  };
}

const insert = rowsInsert<UserRow>(
  'users',
  {
    tenant_id: 'text',
    id: 'text',
    username: 'text',
    username_key: 'text',
    email: 'text',
    first_name: 'text',
    last_name: 'text',
    search_text: 'text',
    roles: 'text',
    admin_role: 'text',
    workspace_id: 'text',
    privileges: 'text',
    attributes: 'text',
    status: 'text',
    password_hash: 'text',
    last_login_at: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
    import_id: 'text',
    external_id: 'text',
  },
  { key: 'id', unless: ['tenant_id', 'username_key'] },
);

const insertMembership = rowsInsert<Membership & { readonly tenant_id: TenantId }>(
  'user_groups',
  { tenant_id: 'text', group_id: 'text', user_id: 'text' },
  { key: 'user_id' },
);

/** Inserts the users whose usernames are free. Returns for each whether it was inserted. */
export async function insertUsers(
  transaction: Queries,
  tenantId: TenantId,
  users: readonly { readonly row: NewUserRow; readonly groups: readonly string[] }[],
): Promise<boolean[]> {
  const rows = users.map(({ row }) => ({ ...row, tenant_id: tenantId }));
  const inserted = await insertRows(transaction, insert, rows);
  await insertMemberships(
    transaction,
    tenantId,
    users.flatMap(({ row, groups }, index) =>
      inserted[index] ? groups.map((group_id) => ({ group_id, user_id: row.id })) : [],
    ),
  );
  return inserted;
}

interface Membership {
  readonly group_id: string;
  readonly user_id: string;
}

async function insertMemberships(
  transaction: Queries,
  tenantId: TenantId,
  memberships: readonly Membership[],
): Promise<void> {
  const rows = memberships.map((membership) => ({ ...membership, tenant_id: tenantId }));
  await insertRows(transaction, insertMembership, rows);
}

/** Locks the user, so that no concurrent change is lost. */
export async function lockUser(transaction: Queries, tenantId: TenantId, id: string): Promise<void> {
  await transaction
    .tenant(tenantId)
    .update('users', {})
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .execute();
}

/** Writes the changed columns. The caller has to read the user again. */
export async function updateUser(
  transaction: Queries,
  tenantId: TenantId,
  user: UserWithGroups,
  change: Partial<UserDraft>,
  now: number,
): Promise<void> {
  const own = transaction.tenant(tenantId);
  const merged = { ...draftOf(user), ...change };
  const { id: _, created_at, last_login_at, import_id, ...columns } = userRow(merged, now);
  await own.update('users', columns).where('id', '=', user.id).execute();
  if (change.groups) {
    await own.deleteFrom('user_groups').where('user_id', '=', user.id).execute();
    const memberships = change.groups.map((group_id) => ({ group_id, user_id: user.id }));
    await insertMemberships(transaction, tenantId, memberships);
  }
}

/** Replaces a verified password and nothing else, so that concurrent changes are kept. */
export async function replacePassword(
  transaction: Queries,
  tenantId: TenantId,
  proven: { readonly id: string; readonly passwordHash: string },
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .tenant(tenantId)
    .update('users', { password_hash: passwordHash, updated_at: now })
    .where('id', '=', proven.id)
    .where('password_hash', '=', proven.passwordHash)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const OWNED = [
  'user_groups',
  'login_tokens',
  'one_time_tokens',
  'passkeys',
  'totp_secrets',
  'recovery_codes',
  'identity_links',
] as const;

/** Returns whether the user existed. */
export async function deleteUser(transaction: Queries, tenantId: TenantId, id: string): Promise<boolean> {
  const own = transaction.tenant(tenantId);
  const deleted = await own
    .deleteFrom('users')
    .where('id', '=', id)
    .returning('username_key')
    .executeTakeFirst();
  if (!deleted) return false;
  const subscriptions = () =>
    own.selectFrom('subscriptions').where('username_key', '=', deleted.username_key);
  await own.deleteFrom('saved_views').where('username_key', '=', deleted.username_key).execute();
  await own.deleteFrom('report_jobs').where('subscription_id', 'in', subscriptions().select('id')).execute();
  await own.deleteFrom('subscriptions').where('username_key', '=', deleted.username_key).execute();
  for (const table of OWNED) await own.deleteFrom(table).where('user_id', '=', id).execute();
  await addToRowCount(transaction, tenantId, 'users', -1);
  return true;
}

function draftOf(user: UserWithGroups): UserDraft {
  return { ...userFields(user), passwordHash: user.password_hash, externalId: user.external_id };
}
