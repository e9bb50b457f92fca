import type { TenantId } from '@inlay/protocol/tenant-id';
import { type RawBuilder, sql } from 'kysely';
import type { GroupRow } from '../../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../../platform/store/store.ts';
import { type ListWindow, readMembers } from '../../users/index.ts';
import type { FilterColumn, FilterColumns } from '../protocol/compile-filter.ts';
import { exactColumn, textColumn, timeColumn } from '../protocol/filter-columns.ts';
import { ScimError } from '../protocol/scim-error.ts';
import { MAX_MEMBERS } from './read-members.ts';

/** The attributes that groups can be filtered by, and their columns. */
export function groupColumns(tenantId: TenantId): FilterColumns {
  const members = memberColumn(tenantId);
  return {
    id: exactColumn(sql.ref('groups.id')),
    externalid: exactColumn(sql.ref('groups.external_id')),
    displayname: textColumn(sql.ref('groups.name')),
    members,
    'members.value': members,
    'meta.created': timeColumn(sql.ref('groups.created_at')),
    'meta.lastmodified': timeColumn(sql.ref('groups.updated_at')),
  };
}

const memberColumn = (tenantId: TenantId): FilterColumn => {
  const groupsOf = (condition: RawBuilder<unknown>) => sql<boolean>`${sql.ref('groups.id')} in (
    select group_id from user_groups where user_groups.tenant_id = ${tenantId} and ${condition})`;
  return {
    compare: (operator, value) =>
      operator === 'eq' && typeof value === 'string'
        ? groupsOf(sql`user_groups.user_id = ${value}`)
        : undefined,
    isPresent: groupsOf(sql`true`),
  };
};

/** Groups for which the condition holds, by creation time, then id. */
export async function listGroupsWhere(
  queries: ListQueries,
  tenantId: TenantId,
  { offset, limit }: ListWindow,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<{ readonly groups: readonly GroupRow[]; readonly total: number }> {
  const matching = queries.tenant(tenantId).selectFrom('groups').where(condition);
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const groups = await matching
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { groups, total };
}

/** The ids of the members of each group, in order. */
export async function membersOf(
  queries: Queries,
  tenantId: TenantId,
  groups: readonly Pick<GroupRow, 'id'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = groups.map(({ id }) => id);
  const members = await readMembers(queries, tenantId, ids, MAX_MEMBERS + 1);
  if (members.length > MAX_MEMBERS)
    throw new ScimError(
      400,
      `These groups have more than ${MAX_MEMBERS} members. Request them with excludedAttributes=members.`,
      'tooMany',
    );
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  return new Map(ids.map((id) => [id, (byGroup.get(id) ?? []).map(({ user_id }) => user_id)]));
}
