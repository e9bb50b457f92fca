import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { NewUser, UserChange } from '@inlay/protocol/user';
import { AppError, fieldsInvalid, fieldsTaken, refuseFields } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { turnOfUser } from '../../platform/identity/hashing-turns.ts';
import { revokeLoginsOf } from '../../platform/identity/login-tokens.ts';
import { formatRoles } from '../../platform/identity/principal.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import { passwordProblem } from './check-user.ts';
import { type DraftProblem, takenUsernames, unknownReferences } from './draft-problems.ts';
import { refuseLosingLastAdmin } from './last-admin.ts';
import { addToRowCount, findUser, type UserWithGroups, usernameKey } from './users.ts';
import { deleteUser, insertUsers, lockUser, type UserDraft, updateUser, userRow } from './write-users.ts';

type UserServices = Pick<Services, 'store' | 'time' | 'passwords'>;

/** Creates all users, or none and reports each problem with the path of its field. */
export async function createUsers(
  { store, time, passwords }: UserServices,
  tenantId: TenantId,
  newUsers: readonly NewUser[],
  { actor, caller }: Acting,
  pathOf: (index: number) => string = (index) => `/users/${index}`,
): Promise<UserWithGroups[]> {
  const problems = newUsers.flatMap(({ password }, index) =>
    weakPassword(password, `${pathOf(index)}/password`),
  );
  refuseFields(problems);
  // Sequentially, because a thousand hashes at once would exceed the caller's share.
  const drafts: UserDraft[] = [];
  const hash = hashFor(passwords, tenantId, actor);
  for (const user of newUsers) drafts.push(await withHashedPassword(user, hash));

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
  { actor, caller }: Acting,
): Promise<UserWithGroups> {
  const problems = weakPassword(change.password, '/password');
  refuseFields(problems);
  const draft = await withHashedPassword(change, hashFor(passwords, tenantId, actor));

  return store.write(async (transaction) => {
    const now = time.now();
    await lockUser(transaction, tenantId, id, now);
    const user = await findUser(transaction, tenantId, id);
    if (!user) throw new AppError('NOT_FOUND', { message: 'User not found. Check the id.' });
    const dangling = await unknownReferences(transaction, tenantId, [draft]);
    refuseFields(dangling.map(({ field, problem }) => ({ path: `/${field}`, problem })));
    await refuseTakenUsername(transaction, tenantId, user, draft);
    await refuseLosingLastAdmin(transaction, tenantId, user, {
      roles: draft.roles ? formatRoles(draft.roles) : user.roles,
      status: draft.status ?? user.status,
      password_hash: user.password_hash,
    });
    await updateUser(transaction, tenantId, user, draft, now);
    // Logins have the previous rights, so they end with the change.
    if (change.password !== undefined || change.status !== undefined || change.roles !== undefined) {
      await revokeLoginsOf(transaction, tenantId, id);
    }
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
  { actor, caller }: Acting,
): Promise<void> {
  await store.write(async (transaction) => {
    const user = await findUser(transaction, tenantId, id);
    if (user) await refuseLosingLastAdmin(transaction, tenantId, user);
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
