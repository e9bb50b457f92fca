import type { TenantId } from '@inlay/protocol/tenant-id';
import { insertRows, rowsInsert } from '../../platform/store/insert-rows.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isStaged, stagedImports } from './staged-users.ts';

interface Membership {
  readonly tenant_id: TenantId;
  readonly group_id: string;
  readonly user_id: string;
}

const insert = rowsInsert<Membership>(
  'user_groups',
  { tenant_id: 'text', group_id: 'text', user_id: 'text' },
  { key: 'user_id', unless: ['tenant_id', 'group_id', 'user_id'] },
);

/** Rows per statement. On SQLite, requests that only read are served in between. */
const PORTION = 1000;

/** The members of groups, in the order of group and user. */
export async function readMembers(
  queries: Queries,
  tenantId: TenantId,
  groupIds: readonly string[],
  limit?: number,
): Promise<readonly Pick<Membership, 'group_id' | 'user_id'>[]> {
  if (groupIds.length === 0) return [];
  const { ids: staged } = await stagedImports(queries, tenantId);
  const own = queries.tenant(tenantId);
  return (
    own
      .selectFrom('user_groups')
      .select(['user_groups.group_id', 'user_groups.user_id'])
      .where('user_groups.group_id', 'in', groupIds)
      // Users of a running import do not exist yet.
      .$if(staged.length > 0, (query) =>
        query.where(
          'user_groups.user_id',
          'not in',
          own.selectFrom('users').select('users.id').where('users.import_id', 'in', staged),
        ),
      )
      .orderBy('user_groups.group_id')
      .orderBy('user_groups.user_id')
      .$if(limit !== undefined, (query) => query.limit(limit as number))
      .execute()
  );
}

/** Of the ids, those of users; locked against deletion until the transaction ends. */
export async function existingUsers(
  transaction: Queries,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const portion of portions(ids.toSorted())) {
    const rows = await transaction
      .tenant(tenantId)
      .selectFrom('users')
      .select(['id', 'import_id'])
      .where('id', 'in', portion)
      .orderBy('id')
      .$if(transaction.engine === 'postgres', (query) => query.forKeyShare())
      .execute();
    for (const row of rows) if (!(await isStaged(transaction, tenantId, row))) found.add(row.id);
    await new Promise(setImmediate);
  }
  return found;
}

/** Adds existing users to an existing group; returns the ids of those who were no members. */
export async function addMembers(
  transaction: Queries,
  tenantId: TenantId,
  groupId: string,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const added: string[] = [];
  for (const portion of portions(userIds.toSorted())) {
    const rows = portion.map((user_id) => ({ tenant_id: tenantId, group_id: groupId, user_id }));
    const inserted = await insertRows(transaction, insert, rows);
    added.push(...portion.filter((_, index) => inserted[index]));
    await new Promise(setImmediate);
  }
  return added;
}

/** Returns the ids of those who were members. */
export async function removeMembers(
  transaction: Queries,
  tenantId: TenantId,
  groupId: string,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const portion of portions(userIds.toSorted())) {
    const rows = await transaction
      .tenant(tenantId)
      .deleteFrom('user_groups')
      .where('group_id', '=', groupId)
      .where('user_id', 'in', portion)
      .returning('user_id')
      .execute();
    removed.push(...rows.map(({ user_id }) => user_id));
    await new Promise(setImmediate);
  }
  return removed;
}

function* portions(ids: readonly string[]): Iterable<readonly string[]> {
  for (let start = 0; start < ids.length; start += PORTION) yield ids.slice(start, start + PORTION);
}
