import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, fieldsTaken } from '../../platform/errors.ts';
import { readPage } from '../../platform/store/read-page.ts';
import type { NamedRow } from '../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';
import type { TenantQueries } from '../../platform/store/tenant-queries.ts';
import { isStaged } from './staged-users.ts';

/** Groups and workspaces are stored alike: an identifier that contexts refer to, and a name for people. */
export type NamedKind = 'groups' | 'workspaces';

export async function listNamed(
  queries: ListQueries,
  tenantId: TenantId,
  kind: NamedKind,
  request: PageRequest,
): Promise<Page<NamedRow>> {
  return readPage(request, queries.tenant(tenantId).selectFrom(kind), (all) =>
    all.selectAll().orderBy('created_at').orderBy('id'),
  );
}

export async function findNamed(
  queries: Queries,
  tenantId: TenantId,
  kind: NamedKind,
  id: string,
): Promise<NamedRow | undefined> {
  return queries.tenant(tenantId).selectFrom(kind).selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertNamed(
  transaction: Queries,
  tenantId: TenantId,
  kind: NamedKind,
  { id, name }: Pick<NamedRow, 'id' | 'name'>,
  now: number,
): Promise<NamedRow> {
  const row = await transaction
    .tenant(tenantId)
    .insertInto(kind, { id, name, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row)
    throw fieldsTaken(
      [{ path: '/id', problem: 'is taken. Choose another one' }],
      `The id '${id}' is already in use. Choose another id.`,
    );
  return row;
}

export async function renameNamed(
  transaction: Queries,
  tenantId: TenantId,
  kind: NamedKind,
  { id, name }: Pick<NamedRow, 'id' | 'name'>,
  now: number,
): Promise<NamedRow | undefined> {
  return transaction
    .tenant(tenantId)
    .update(kind, { name, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * A workspace that still has users, apps or datasets stays; a group loses its members. The row is deleted first: a
 * transaction that is adding a member holds it (`existingNamed`), and its member is visible here once it has ended.
 */
export async function deleteNamed(
  transaction: Queries,
  tenantId: TenantId,
  kind: NamedKind,
  id: string,
): Promise<boolean> {
  const own = transaction.tenant(tenantId);
  const { numDeletedRows } = await own.deleteFrom(kind).where('id', '=', id).executeTakeFirst();
  if (kind === 'groups') {
    await deleteMemberships(own, id);
  } else {
    await refuseUsedWorkspace(transaction, tenantId, id);
  }
  return numDeletedRows > 0n;
}

/**
 * In portions of one transaction: no reader sees a half-deleted group, and on SQLite, which deletes on the event
 * loop, requests that only read are served in between.
 */
async function deleteMemberships(own: TenantQueries, groupId: string): Promise<void> {
  const memberships = own.selectFrom('user_groups').select('user_id').where('group_id', '=', groupId);
  for (;;) {
    const { numDeletedRows } = await own
      .deleteFrom('user_groups')
      .where('group_id', '=', groupId)
      .where('user_id', 'in', memberships.limit(membershipPortion))
      .executeTakeFirst();
    if (numDeletedRows < membershipPortion) return;
    await new Promise(setImmediate);
  }
}

const membershipPortion = 2000;

async function refuseUsedWorkspace(transaction: Queries, tenantId: TenantId, id: string): Promise<void> {
  const own = transaction.tenant(tenantId);
  const user = await own
    .selectFrom('users')
    .select(['id', 'import_id'])
    .where('workspace_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (user) {
    throw new AppError('CONFLICT', {
      message: (await isStaged(transaction, tenantId, user))
        ? 'A running user import uses this workspace. Try again when it is done.'
        : 'This workspace still has users. Move them to another workspace first.',
    });
  }
  for (const [table, what] of [
    ['content_items', 'apps'],
    ['datasets', 'datasets'],
  ] as const) {
    const found = await own
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', id)
      .orderBy('id')
      .limit(10)
      .execute();
    if (found.length === 0) continue;
    const named = found.map((item) => `'${item.id}'`).join(', ');
    throw new AppError('CONFLICT', {
      message: `This workspace still has ${what}: ${named}. Move them to another workspace first.`,
    });
  }
  await refuseDestinations(own, id);
}

/** A workspace of another customer may get this id later, whose reports must not be sent there. */
async function refuseDestinations(own: TenantQueries, workspaceId: string): Promise<void> {
  const destination = await own
    .selectFrom('report_destinations')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst();
  if (destination)
    throw new AppError('CONFLICT', {
      message: `This workspace still has report destinations, such as “${destination.name}”. Delete them first.`,
    });
}

/** The existing ids, locked against deletion until the transaction ends. */
export async function existingNamed(
  transaction: Queries,
  tenantId: TenantId,
  kind: NamedKind,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  // SQLite binds at most 32,766 values to a statement.
  for (let start = 0; start < ids.length; start += 5000) {
    const rows = await transaction
      .tenant(tenantId)
      .selectFrom(kind)
      .select('id')
      .where('id', 'in', ids.slice(start, start + 5000))
      // On SQLite the transaction itself is the lock.
      .$if(transaction.engine === 'postgres', (query) => query.forShare())
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}
