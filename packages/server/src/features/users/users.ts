import { type Page, type PageRequest, pageMeta } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Role, User } from '@inlay/protocol/user';
import { type RawBuilder, sql } from 'kysely';
import { columnsWithRole, parseRoles } from '../../platform/identity/principal.ts';
import type { UserRow } from '../../platform/store/schema.ts';
import { foldSearchText, likeLiteral } from '../../platform/store/search-text.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../platform/time/time.ts';
import { isStaged, notStaged, type StagedImports, stagedImports } from './staged-users.ts';

/** A user's row and the groups it belongs to. */
export type UserWithGroups = UserRow & { readonly groups: readonly string[] };

export interface UserFilter {
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
  readonly group?: string | undefined;
  readonly workspace?: string | undefined;
  readonly status?: 'active' | 'disabled' | undefined;
}

/** By creation time, then id. */
export async function listUsers(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
  filter: UserFilter = {},
): Promise<Page<UserWithGroups>> {
  const staged = await stagedImports(queries, tenantId);
  const candidates = await findCandidates(queries, tenantId, filter);
  const matching = () => matchingUsers(queries, tenantId, { ...filter, staged, candidates });
  if (candidates) {
    const ids = await allIds(matching());
    const start = (request.page - 1) * request.limit;
    const data = await readUsers(queries, tenantId, ids.slice(start, start + request.limit));
    return { data, meta: pageMeta(request, ids.length) };
  }
  const total = isEmpty(filter) ? await rowCount(queries, tenantId, 'users') : await countUsers(matching());
  const window = { offset: (request.page - 1) * request.limit, limit: request.limit };
  const found = { matching, total, staged };
  return { data: await readWindow(queries, tenantId, window, found), meta: pageMeta(request, total) };
}

/** A part of a list: so many elements, after the first `offset`. */
export interface ListWindow {
  readonly offset: number;
  readonly limit: number;
}

/** Users for whom the condition holds on their row in `users`, by creation time, then id. */
export async function listUsersWhere(
  queries: ListQueries,
  tenantId: TenantId,
  window: ListWindow,
  condition?: RawBuilder<boolean>,
): Promise<{ readonly users: readonly UserWithGroups[]; readonly total: number }> {
  const staged = await stagedImports(queries, tenantId);
  const matching = () =>
    queries
      .tenant(tenantId)
      .selectFrom('users')
      .where(notStaged(staged))
      .$if(condition !== undefined, (query) => query.where(condition as RawBuilder<boolean>));
  const total =
    condition === undefined ? await rowCount(queries, tenantId, 'users') : await countUsers(matching());
  return { users: await readWindow(queries, tenantId, window, { matching, total, staged }), total };
}

async function countUsers(matching: ReturnType<typeof matchingUsers>): Promise<number> {
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * The time to skip rows grows with their number, so this counts from the nearer end, using only the index. Staged rows of
 * an import are among the newest.
 */
async function readWindow(
  queries: ListQueries,
  tenantId: TenantId,
  { offset, limit }: ListWindow,
  found: {
    readonly matching: () => ReturnType<typeof matchingUsers>;
    readonly total: number;
    readonly staged: StagedImports;
  },
): Promise<UserWithGroups[]> {
  const size = Math.min(limit, found.total - offset);
  if (size <= 0) return [];
  const fromEnd = found.total - offset - size;
  const backwards = fromEnd + found.staged.rows < offset;
  const direction = backwards ? 'desc' : 'asc';
  const keys = await found
    .matching()
    .select('users.id')
    .orderBy('users.created_at', direction)
    .orderBy('users.id', direction)
    .limit(size)
    .offset(backwards ? fromEnd : offset)
    .execute();
  const ids = keys.map(({ id }) => id);
  if (backwards) ids.reverse();
  return readUsers(queries, tenantId, ids);
}

export async function findUser(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<UserWithGroups | undefined> {
  const [user] = await readUsers(queries, tenantId, [id]);
  return user && !(await isStaged(queries, tenantId, user)) ? user : undefined;
}

export async function findUserByUsername(
  queries: Queries,
  tenantId: TenantId,
  username: string,
): Promise<UserWithGroups | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  return row && findUser(queries, tenantId, row.id);
}

/** For few matches: all of them, in list order. Sorted here, as in `readUsers`. */
async function allIds(matching: ReturnType<typeof matchingUsers>): Promise<readonly string[]> {
  const found = await matching.select(['users.id', 'users.created_at']).execute();
  return found.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}

/** Users in the order of `ids`. Not sorted by the query, because SQLite would scan the whole index for it. */
async function readUsers(
  queries: Queries,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<UserWithGroups[]> {
  if (ids.length === 0) return [];
  const own = queries.tenant(tenantId);
  const rows = await own.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const memberships = await own
    .selectFrom('user_groups')
    .select(['user_id', 'group_id'])
    .where('user_id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const groups = Map.groupBy(memberships, ({ user_id }) => user_id);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const own = (groups.get(id) ?? []).map(({ group_id }) => group_id).sort();
    return row ? [{ ...row, groups: own }] : [];
  });
}

/**
 * The candidates, if there are few: on SQLite the search results, on PostgreSQL the members of the group. Without
 * statistics, PostgreSQL expects one user and one member and would compare every user with every member.
 */
async function findCandidates(
  queries: ListQueries,
  tenantId: TenantId,
  { q, group }: UserFilter,
): Promise<readonly string[] | undefined> {
  if (queries.engine === 'sqlite') return q ? queries.findUsers(tenantId, foldSearchText([q])) : undefined;
  if (group === undefined) return undefined;
  const members = await queries
    .tenant(tenantId)
    .selectFrom('user_groups')
    .select('user_id')
    .where('group_id', '=', group)
    .limit(maxMembers + 1)
    .execute();
  return members.length > maxMembers ? undefined : members.map(({ user_id }) => user_id);
}

const maxMembers = 10_000;

interface UserMatch extends UserFilter {
  readonly staged: StagedImports;
  readonly candidates: readonly string[] | undefined;
}

function matchingUsers(queries: Queries, tenantId: TenantId, match: UserMatch) {
  const { q, role, group, workspace, status, staged, candidates } = match;
  // With candidates, the other conditions are written so that SQLite cannot use an index for them.
  const inGroup = sql`select user_id from user_groups
    where user_groups.tenant_id = ${tenantId} and user_groups.group_id = ${group}`;
  return queries
    .tenant(tenantId)
    .selectFrom('users')
    .where(notStaged(staged))
    .$if(candidates !== undefined, (query) =>
      query.where(
        queries.engine === 'sqlite'
          ? sql<boolean>`users.id in (select value from json_each(${JSON.stringify(candidates)}))`
          : sql<boolean>`users.id = any(${candidates})`,
      ),
    )
    .$if(status !== undefined, (query) => query.where('users.status', '=', status as 'active'))
    .$if(workspace !== undefined, (query) =>
      query.where(
        candidates
          ? sql<boolean>`coalesce(users.workspace_id, '') = ${workspace}`
          : sql<boolean>`users.workspace_id = ${workspace}`,
      ),
    )
    .$if(role !== undefined, (query) => query.where('users.roles', 'in', columnsWithRole(role as Role)))
    .$if(group !== undefined && !(candidates && queries.engine === 'postgres'), (query) =>
      query.where(
        candidates
          ? sql<boolean>`exists (${inGroup} and user_groups.user_id = users.id)`
          : sql<boolean>`users.id in (${inGroup})`,
      ),
    )
    .$if(q !== undefined, (query) => {
      const pattern = `%${likeLiteral(foldSearchText([q as string]))}%`;
      return query.where(sql<boolean>`users.search_text like ${pattern} escape '\\'`);
    });
}

const isEmpty = (filter: UserFilter) => Object.values(filter).every((value) => value === undefined);

/** The fields that requests can set, by their API names. */
export function userFields(
  user: UserWithGroups,
): Omit<User, 'id' | 'lastLoginAt' | 'createdAt' | 'updatedAt'> {
  return {
    username: user.username,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    roles: parseRoles(user.roles),
    adminRole: user.admin_role,
    groups: user.groups,
    privileges: JSON.parse(user.privileges),
    attributes: JSON.parse(user.attributes),
    workspaceId: user.workspace_id,
    status: user.status,
  };
}

/** A user as the API returns it: never a hash or a secret. */
export function toUserDto(user: UserWithGroups): User {
  return {
    id: user.id,
    ...userFields(user),
    lastLoginAt: isoTimeOrNull(user.last_login_at),
    createdAt: isoTime(user.created_at),
    updatedAt: isoTime(user.updated_at),
  };
}

/** Usernames have up to 256 characters; decomposed, one may take three code units. */
const maxFolded = 1024;

/** Spelling variants of one username share one account and one login counter. */
export function usernameKey(username: string): string {
  // Normalizing takes quadratic time for long runs of combining marks, and no user has a name this long.
  if (username.length > maxFolded) return username;
  // Stores write lone surrogates as U+FFFD, so such names would collide.
  return username.toWellFormed().trim().normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** The number of rows of a tenant's list, maintained by `addToRowCount` in the same transactions. */
async function rowCount(queries: Queries, tenantId: TenantId, name: 'users'): Promise<number> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('row_counts')
    .select('count')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function addToRowCount(
  transaction: Queries,
  tenantId: TenantId,
  name: 'users',
  change: number,
): Promise<void> {
  await transaction
    .tenant(tenantId)
    .insertInto('row_counts', { name, count: change })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'name'])
        .doUpdateSet((row) => ({ count: row('row_counts.count', '+', change) })),
    )
    .execute();
}
