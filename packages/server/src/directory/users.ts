import { type Page, type PageRequest, pageMeta } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Role } from '@inlay/protocol/user';
import { sql } from 'kysely';
import type { UserRow } from '../store/schema.ts';
import { foldSearchText, likeLiteral } from '../store/search-text.ts';
import type { Queries } from '../store/store.ts';
import { columnsWithRole } from './roles.ts';
import { rowCount } from './row-count.ts';
import { stagedImports } from './user-imports.ts';

/** A user's row and the groups it belongs to. */
export type UserWithGroups = UserRow & { readonly groups: readonly string[] };

export interface UserFilter {
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
  readonly group?: string | undefined;
  readonly status?: 'active' | 'disabled' | undefined;
}

/** By creation time, then id. */
export async function listUsers(
  queries: Queries,
  tenantId: TenantId,
  request: PageRequest,
  filter: UserFilter = {},
): Promise<Page<UserWithGroups>> {
  const staged = await stagedImports(queries, tenantId);
  const matching = () => matchingUsers(queries, tenantId, filter, staged);
  const total = isEmpty(filter)
    ? await rowCount(queries, tenantId, 'users')
    : (
        await matching()
          .select((e) => e.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
      ).total;
  const offset = (request.page - 1) * request.limit;
  const size = Math.min(request.limit, total - offset);
  if (size <= 0) return { data: [], meta: pageMeta(request, total) };

  // Skipping rows costs time for each: count from whichever end is nearer, over the index alone.
  const fromEnd = total - offset - size;
  const backwards = fromEnd < offset;
  const direction = backwards ? 'desc' : 'asc';
  const keys = await matching()
    .select('users.id')
    .orderBy('users.created_at', direction)
    .orderBy('users.id', direction)
    .limit(size)
    .offset(backwards ? fromEnd : offset)
    .execute();
  const ids = keys.map(({ id }) => id);
  return { data: await readUsers(queries, tenantId, ids), meta: pageMeta(request, total) };
}

export async function findUser(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<UserWithGroups | undefined> {
  const [user] = await readUsers(queries, tenantId, [id]);
  if (!user) return undefined;
  const staged = await stagedImports(queries, tenantId);
  return user.import_id !== null && staged.includes(user.import_id) ? undefined : user;
}

async function readUsers(
  queries: Queries,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<UserWithGroups[]> {
  if (ids.length === 0) return [];
  const own = queries.tenant(tenantId);
  const rows = await own
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const memberships = await own
    .selectFrom('user_groups')
    .select(['user_id', 'group_id'])
    .where('user_id', 'in', ids)
    .orderBy('group_id')
    .execute();
  const groups = Map.groupBy(memberships, ({ user_id }) => user_id);
  return rows.map((row) => ({ ...row, groups: (groups.get(row.id) ?? []).map(({ group_id }) => group_id) }));
}

function matchingUsers(queries: Queries, tenantId: TenantId, filter: UserFilter, staged: readonly string[]) {
  const { q, role, group, status } = filter;
  return queries
    .tenant(tenantId)
    .selectFrom('users')
    .$if(staged.length > 0, (query) =>
      query.where((e) => e.or([e('users.import_id', 'is', null), e('users.import_id', 'not in', staged)])),
    )
    .$if(status !== undefined, (query) => query.where('users.status', '=', status as 'active'))
    .$if(role !== undefined, (query) => query.where('users.roles', 'in', columnsWithRole(role as Role)))
    .$if(group !== undefined, (query) =>
      query.where('users.id', 'in', (e) =>
        e
          .selectFrom('user_groups')
          .select('user_id')
          .where('user_groups.tenant_id', '=', tenantId)
          .where('user_groups.group_id', '=', group as string),
      ),
    )
    .$if(q !== undefined, (query) => {
      const pattern = `%${likeLiteral(foldSearchText([q as string]))}%`;
      return query.where(sql<boolean>`users.search_text like ${pattern} escape '\\'`);
    });
}

const isEmpty = (filter: UserFilter) => Object.values(filter).every((value) => value === undefined);
