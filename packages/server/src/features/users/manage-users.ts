import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { NewUser, User, UserChange } from '@inlay/protocol/user';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError, fieldsInvalid, fieldsTaken, refuseFields } from '../../platform/errors.ts';
import { turnOfUser } from '../../platform/identity/hashing-turns.ts';
import { revokeLoginsOf } from '../../platform/identity/login-tokens.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { passwordProblem } from './check-user.ts';
import { type DraftProblem, takenExternalIds, takenUsernames, unknownReferences } from './draft-problems.ts';
import { refuseLosingLastOwner } from './last-owner.ts';
import type { NotifyUser } from './notify-user.ts';
import {
  CONTRADICTING_ROLES,
  NEW_STANDING,
  refuseBeyond,
  standingAfter,
  type UserManager,
} from './user-manager.ts';
import { addToRowCount, findUser, type UserWithGroups, userFields, usernameKey } from './users.ts';
import { deleteUser, insertUsers, lockUser, type UserDraft, updateUser, userRow } from './write-users.ts';

type UserServices = Pick<Services, 'store' | 'time' | 'passwords'>;

/** A user with what only an identity provider sets. */
type ProvisionedUser = NewUser & Pick<UserDraft, 'externalId'>;

/** Creates all users, or none and reports each problem with the path of its field. */
export async function createUsers(
  { store, time, passwords }: UserServices,
  tenantId: TenantId,
  newUsers: readonly ProvisionedUser[],
  manager: UserManager,
  pathOf: (index: number) => string = (index) => `/users/${index}`,
): Promise<UserWithGroups[]> {
  refuseFields(
    newUsers.flatMap(({ password }, index) => weakPassword(password, `${pathOf(index)}/password`)),
  );
  const standing = newUsers.map((user, index) =>
    standingOf(user, NEW_STANDING, manager, `${pathOf(index)}/adminRole`),
  );
  // Sequentially, because a thousand hashes at once would exceed the caller's share.
  const drafts: UserDraft[] = [];
  const hash = hashFor(passwords, tenantId, manager.actor);
  for (const [index, user] of newUsers.entries())
    drafts.push(await withHashedPassword({ ...user, ...standing[index] }, hash));

  return store.write((transaction) =>
    addUsers(transaction, tenantId, drafts, { manager, pathOf, now: time.now() }),
  );
}

/** The part of the creation that needs the transaction. */
async function addUsers(
  transaction: Queries,
  tenantId: TenantId,
  drafts: readonly UserDraft[],
  {
    manager: { actor, caller },
    pathOf,
    now,
  }: { readonly manager: UserManager; readonly pathOf: (index: number) => string; readonly now: number },
): Promise<UserWithGroups[]> {
  const rows = drafts.map((draft) => ({ row: userRow(draft, now), groups: draft.groups ?? [] }));
  const at = ({ index, field, problem }: DraftProblem) => ({ path: `${pathOf(index)}/${field}`, problem });
  const conflicts = [
    ...(await takenUsernames(transaction, tenantId, drafts)),
    ...(await takenExternalIds(transaction, tenantId, drafts)),
  ].map(at);
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
  for (const { row } of rows)
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'user.create',
      actor,
      target: row.username,
    });
  return rows.map(({ row, groups }) => ({ ...row, tenant_id: tenantId, groups: [...groups].sort() }));
}

/** Creates a user without a password inside a transaction. */
export async function addUser(
  transaction: Queries,
  tenantId: TenantId,
  newUser: Omit<NewUser, 'password'>,
  { manager, now }: { readonly manager: UserManager; readonly now: number },
): Promise<UserWithGroups> {
  const draft = { ...newUser, ...standingOf(newUser, NEW_STANDING, manager, '/adminRole') };
  const [user] = await addUsers(transaction, tenantId, [draft], { manager, pathOf: () => '', now });
  if (!user) throw new AppError('INTERNAL', { detail: 'the created user was not returned' });
  return user;
}

export async function changeUser(
  { store, time, passwords, notify }: UserServices & { readonly notify: NotifyUser },
  tenantId: TenantId,
  id: string,
  change: UserChange,
  manager: UserManager,
): Promise<UserWithGroups> {
  refuseFields(weakPassword(change.password, '/password'));
  const hashed = await withHashedPassword(change, hashFor(passwords, tenantId, manager.actor));

  return store.write(async (transaction) => {
    const now = time.now();
    const user = await lockedUser(transaction, tenantId, id);
    const fields = Object.keys(change);
    return applyUserChange(transaction, { user, hashed, fields, manager, notify, now });
  });
}

/** Locks the user, so that no concurrent change is lost, and reads it. */
export async function lockedUser(
  transaction: Queries,
  tenantId: TenantId,
  id: string,
): Promise<UserWithGroups> {
  await lockUser(transaction, tenantId, id);
  const user = await findUser(transaction, tenantId, id);
  if (!user) throw notFound();
  return user;
}

export interface UserChangeInTransaction {
  readonly user: UserWithGroups;
  /** Without a password, but with its hash. */
  readonly hashed: Omit<UserChange, 'password'> & Pick<UserDraft, 'passwordHash' | 'externalId'>;
  /** What the audit event names. */
  readonly fields: readonly string[];
  readonly manager: UserManager;
  readonly notify: NotifyUser;
  readonly now: number;
}

/** The part of a change that needs the transaction; the user is locked. */
export async function applyUserChange(
  transaction: Queries,
  { user, hashed, fields, manager, notify, now }: UserChangeInTransaction,
): Promise<UserWithGroups> {
  const { tenant_id: tenantId, id } = user;
  const before = userFields(user);
  refuseBeyond(before.adminRole, manager);
  const draft = { ...hashed, ...standingOf(hashed, before, manager, '/adminRole') };
  const dangling = await unknownReferences(transaction, tenantId, [draft]);
  refuseFields(dangling.map(({ field, problem }) => ({ path: `/${field}`, problem })));
  await refuseTaken(transaction, tenantId, user, draft);
  await refuseLosingLastOwner(transaction, tenantId, user, {
    admin_role: draft.adminRole,
    status: draft.status ?? user.status,
    password_hash: user.password_hash,
  });
  await updateUser(transaction, tenantId, user, draft, now);
  // Logins have the previous rights, so they end with the change.
  const { passwordHash, status, roles, adminRole } = hashed;
  if ([passwordHash, status, roles, adminRole].some((sent) => sent !== undefined))
    await revokeLoginsOf(transaction, tenantId, id);
  const tell = (notice: 'password-changed' | 'email-changed') =>
    notify(transaction, tenantId, { notice, user, caller: manager.caller }, now);
  if (passwordHash !== undefined) await tell('password-changed');
  if (hashed.email !== undefined && hashed.email !== user.email) await tell('email-changed');
  await recordEvent(transaction, tenantId, now, manager.caller, {
    action: 'user.change',
    actor: manager.actor,
    target: user.username,
    details: { fields },
  });
  return (await findUser(transaction, tenantId, id)) as UserWithGroups;
}

export async function removeUser(
  { store, time }: UserServices,
  tenantId: TenantId,
  id: string,
  manager: UserManager,
): Promise<void> {
  await store.write(async (transaction) => {
    const user = await findUser(transaction, tenantId, id);
    if (!user) throw notFound();
    await applyUserRemoval(transaction, user, manager, time.now());
  });
}

/** The part of a removal that needs the transaction. */
export async function applyUserRemoval(
  transaction: Queries,
  user: UserWithGroups,
  manager: UserManager,
  now: number,
): Promise<void> {
  const { tenant_id: tenantId, id, username } = user;
  refuseBeyond(user.admin_role, manager);
  await refuseLosingLastOwner(transaction, tenantId, user);
  // The user may have been deleted concurrently.
  if (!(await deleteUser(transaction, tenantId, id))) throw notFound();
  await recordEvent(transaction, tenantId, now, manager.caller, {
    action: 'user.delete',
    actor: manager.actor,
    target: username,
  });
}

const notFound = () => new AppError('NOT_FOUND', { message: 'User not found. Check the id.' });

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

async function refuseTaken(
  transaction: Queries,
  tenantId: TenantId,
  user: UserWithGroups,
  { username, externalId }: Partial<UserDraft>,
): Promise<void> {
  const isRenamed = username !== undefined && usernameKey(username) !== user.username_key;
  const taken = [
    ...(isRenamed ? await takenUsernames(transaction, tenantId, [{ username }]) : []),
    ...(externalId === user.external_id
      ? []
      : await takenExternalIds(transaction, tenantId, [{ externalId }])),
  ];
  if (taken.length > 0)
    throw fieldsTaken(taken.map(({ field, problem }) => ({ path: `/${field}`, problem })));
}
