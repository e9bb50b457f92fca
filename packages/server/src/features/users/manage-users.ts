import type { AdminRole } from '@inlay/protocol/admin-role';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { NewUser, User, UserChange } from '@inlay/protocol/user';
import { recordEvent } from '../../platform/audit/record-event.ts';
import {
  AppError,
  fieldsInvalid,
  fieldsTaken,
  insufficientScope,
  refuseFields,
} from '../../platform/errors.ts';
import { turnOfUser } from '../../platform/identity/hashing-turns.ts';
import { revokeLoginsOf } from '../../platform/identity/login-tokens.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { passwordProblem } from './check-user.ts';
import { type DraftProblem, takenUsernames, unknownReferences } from './draft-problems.ts';
import { refuseLosingLastOwner } from './last-owner.ts';
import { CONTRADICTING_ROLES, NEW_STANDING, standingAfter, type UserManager } from './user-manager.ts';
import { addToRowCount, findUser, type UserWithGroups, userFields, usernameKey } from './users.ts';
import { deleteUser, insertUsers, lockUser, type UserDraft, updateUser, userRow } from './write-users.ts';

type UserServices = Pick<Services, 'store' | 'time' | 'passwords'>;

/** Creates all users, or none and reports each problem with the path of its field. */
export async function createUsers(
  { store, time, passwords }: UserServices,
  tenantId: TenantId,
  newUsers: readonly NewUser[],
  manager: UserManager,
  pathOf: (index: number) => string = (index) => `/users/${index}`,
): Promise<UserWithGroups[]> {
  const { actor, caller } = manager;
  refuseFields(
    newUsers.flatMap(({ password }, index) => weakPassword(password, `${pathOf(index)}/password`)),
  );
  const standing = newUsers.map((user, index) =>
    standingOf(user, NEW_STANDING, manager, `${pathOf(index)}/adminRole`),
  );
  // Sequentially, because a thousand hashes at once would exceed the caller's share.
  const drafts: UserDraft[] = [];
  const hash = hashFor(passwords, tenantId, actor);
  for (const [index, user] of newUsers.entries())
    drafts.push(await withHashedPassword({ ...user, ...standing[index] }, hash));

  return store.write(async (transaction) => {
    const now = time.now();
    const rows = drafts.map((draft) => ({ row: userRow(draft, now), groups: draft.groups ?? [] }));
    const at = ({ index, field, problem }: DraftProblem) => ({ path: `${pathOf(index)}/${field}`, problem });
    const conflicts = (await takenUsernames(transaction, tenantId, drafts)).map(at);
    const dangling = (await unknownReferences(transaction, tenantId, drafts)).map(at);
    if (dangling.length > 0) throw fieldsInvalid([...dangling, ...conflicts]);
    if (conflicts.length > 0) throw fieldsTaken(conflicts);
    const inserted = await insertUsers(transaction, tenantId, rows);
    // The usernames were free before, so another node created one at the same time.
    if (inserted.includes(false))
      throw new AppError('CONFLICT', {
        message: 'A user with this username was created at the same time. Choose another username.',
      });
    await addToRowCount(transaction, tenantId, 'users', rows.length);
    for (const { row } of rows) {
      await recordEvent(transaction, tenantId, now, caller, {
        action: 'user.create',
        actor,
        target: row.username,
      });
    }
    return rows.map(({ row, groups }) => ({ ...row, tenant_id: tenantId, groups: [...groups].sort() }));
  });
}

export async function changeUser(
  { store, time, passwords }: UserServices,
  tenantId: TenantId,
  id: string,
  change: UserChange,
  manager: UserManager,
): Promise<UserWithGroups> {
  const { actor, caller } = manager;
  refuseFields(weakPassword(change.password, '/password'));
  const hashed = await withHashedPassword(change, hashFor(passwords, tenantId, actor));

  return store.write(async (transaction) => {
    const now = time.now();
    await lockUser(transaction, tenantId, id, now);
    const user = await findUser(transaction, tenantId, id);
    if (!user) throw new AppError('NOT_FOUND', { message: 'User not found. Check the id.' });
    const before = userFields(user);
    refuseBeyond(before.adminRole, manager);
    const draft = { ...hashed, ...standingOf(change, before, manager, '/adminRole') };
    const dangling = await unknownReferences(transaction, tenantId, [draft]);
    refuseFields(dangling.map(({ field, problem }) => ({ path: `/${field}`, problem })));
    await refuseTakenUsername(transaction, tenantId, user, draft);
    await refuseLosingLastOwner(transaction, tenantId, user, {
      admin_role: draft.adminRole,
      status: draft.status ?? user.status,
      password_hash: user.password_hash,
    });
    await updateUser(transaction, tenantId, user, draft, now);
    // Logins have the previous rights, so they end with the change.
    const { password, status, roles, adminRole } = change;
    if ([password, status, roles, adminRole].some((sent) => sent !== undefined))
      await revokeLoginsOf(transaction, tenantId, id);
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'user.change',
      actor,
      target: user.username,
      details: { fields: Object.keys(change) },
    });
    return (await findUser(transaction, tenantId, id)) as UserWithGroups;
  });
}

export async function removeUser(
  { store, time }: UserServices,
  tenantId: TenantId,
  id: string,
  manager: UserManager,
): Promise<void> {
  const { actor, caller } = manager;
  await store.write(async (transaction) => {
    const user = await findUser(transaction, tenantId, id);
    if (user) {
      refuseBeyond(user.admin_role, manager);
      await refuseLosingLastOwner(transaction, tenantId, user);
    }
    // The user may have been deleted concurrently.
    if (!user || !(await deleteUser(transaction, tenantId, id)))
      throw new AppError('NOT_FOUND', { message: 'User not found. Check the id.' });
    await recordEvent(transaction, tenantId, time.now(), caller, {
      action: 'user.delete',
      actor,
      target: user.username,
    });
  });
}

/** Completes `roles` and `adminRole`, and refuses a role that exceeds the manager's own. */
function standingOf(
  wanted: Pick<NewUser, 'roles' | 'adminRole'>,
  before: Pick<User, 'roles' | 'adminRole'>,
  manager: UserManager,
  path: string,
) {
  const standing = standingAfter(wanted, before, manager.usualRole);
  if (!standing) throw fieldsInvalid([{ path, problem: CONTRADICTING_ROLES }]);
  refuseBeyond(standing.adminRole, manager);
  return standing;
}

function refuseBeyond(role: AdminRole | null, manager: UserManager): void {
  if (!manager.manages(role)) throw insufficientScope();
}

function weakPassword(password: string | undefined, path: string): FieldProblem[] {
  const problem = password === undefined ? undefined : passwordProblem(password);
  return problem ? [{ path, problem }] : [];
}

function hashFor(passwords: Services['passwords'], tenantId: TenantId, actor: string | null) {
  return (password: string) => passwords.hash(password, turnOfUser(tenantId, actor));
}

async function withHashedPassword<T extends { readonly password?: string }>(
  { password, ...draft }: T,
  hash: (password: string) => Promise<string>,
) {
  return password === undefined ? draft : { ...draft, passwordHash: await hash(password) };
}

async function refuseTakenUsername(
  transaction: Queries,
  tenantId: TenantId,
  user: UserWithGroups,
  draft: Partial<UserDraft>,
): Promise<void> {
  if (draft.username === undefined) return;
  if (usernameKey(draft.username) === user.username_key) return;
  const [taken] = await takenUsernames(transaction, tenantId, [{ username: draft.username }]);
  if (taken) throw fieldsTaken([{ path: '/username', problem: taken.problem }]);
}
