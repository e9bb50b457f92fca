import type { Sharing } from '@inlay/content/builder';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { DashboardOwnerRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';

/** The owner of a dashboard made in a builder, and who it is shared with. */
export interface Ownership {
  readonly owner: string;
  readonly username: string;
  /** Other viewers may read the username. */
  readonly byViewer: boolean;
  readonly sharing: Sharing;
  readonly origin: { readonly id: string; readonly version: number } | null;
}

export const ONLY_ME: Sharing = { with: 'me', groups: [], right: 'view' };

/** By dashboard id; dashboards of the app itself have no owner. */
export async function findOwnerships(
  queries: Queries,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Ownership>> {
  if (ids.length === 0) return new Map();
  const own = queries.tenant(tenantId);
  const rows = await own
    .selectFrom('dashboard_owners')
    .selectAll()
    .where('dashboard_id', 'in', ids)
    .execute();
  const shared = rows.filter(({ shared_with }) => shared_with === 'groups').map((row) => row.dashboard_id);
  const groups =
    shared.length === 0
      ? []
      : await own
          .selectFrom('dashboard_groups')
          .select(['dashboard_id', 'group_id'])
          .where('dashboard_id', 'in', shared)
          .orderBy('group_id')
          .execute();
  const groupsOf = (id: string) =>
    groups.filter(({ dashboard_id }) => dashboard_id === id).map(({ group_id }) => group_id);
  return new Map(rows.map((row) => [row.dashboard_id, fromRow(row, groupsOf(row.dashboard_id))]));
}

export async function findOwnership(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<Ownership | undefined> {
  return (await findOwnerships(queries, tenantId, [id])).get(id);
}

function fromRow(row: DashboardOwnerRow, groups: readonly string[]): Ownership {
  const { owner, username, by_viewer, shared_with, shared_right, origin_id, origin_version } = row;
  return {
    owner,
    username,
    byViewer: by_viewer === 1,
    sharing: { with: shared_with, groups: [...groups], right: shared_right },
    origin: origin_id === null ? null : { id: origin_id, version: origin_version ?? 0 },
  };
}

interface NewOwnership {
  readonly dashboardId: string;
  readonly appId: string;
  readonly ownership: Ownership;
}

export async function insertOwnership(
  transaction: Queries,
  tenantId: TenantId,
  { dashboardId, appId, ownership }: NewOwnership,
): Promise<void> {
  const { owner, username, byViewer, sharing, origin } = ownership;
  await transaction
    .tenant(tenantId)
    .insertInto('dashboard_owners', {
      dashboard_id: dashboardId,
      app_id: appId,
      owner,
      username,
      by_viewer: byViewer ? 1 : 0,
      shared_with: sharing.with,
      shared_right: sharing.right,
      origin_id: origin?.id ?? null,
      origin_version: origin?.version ?? null,
    })
    .execute();
}

export async function replaceSharing(
  transaction: Queries,
  tenantId: TenantId,
  dashboardId: string,
  sharing: Sharing,
): Promise<void> {
  const own = transaction.tenant(tenantId);
  await own
    .update('dashboard_owners', { shared_with: sharing.with, shared_right: sharing.right })
    .where('dashboard_id', '=', dashboardId)
    .execute();
  await own.deleteFrom('dashboard_groups').where('dashboard_id', '=', dashboardId).execute();
  if (sharing.with !== 'groups') return;
  const rows = sharing.groups.map((group_id) => ({ dashboard_id: dashboardId, group_id }));
  await own.insertInto('dashboard_groups', rows).execute();
}

/** Records which version of the original the copy is based on. */
export async function setOriginVersion(
  transaction: Queries,
  tenantId: TenantId,
  dashboardId: string,
  version: number,
): Promise<void> {
  await transaction
    .tenant(tenantId)
    .update('dashboard_owners', { origin_version: version })
    .where('dashboard_id', '=', dashboardId)
    .execute();
}

/** Deletes everything about a dashboard except its content. */
export async function deleteOwnership(
  transaction: Queries,
  tenantId: TenantId,
  dashboardId: string,
): Promise<void> {
  const own = transaction.tenant(tenantId);
  for (const table of ['dashboard_owners', 'dashboard_groups', 'dashboard_presence'] as const)
    await own.deleteFrom(table).where('dashboard_id', '=', dashboardId).execute();
}

export async function countOwned(
  queries: Queries,
  tenantId: TenantId,
  appId: string,
  owner: string,
): Promise<number> {
  const { total } = await queries
    .tenant(tenantId)
    .selectFrom('dashboard_owners')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('app_id', '=', appId)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The id of a person's copy of a dashboard. */
export async function findCopy(
  queries: Queries,
  tenantId: TenantId,
  { appId, owner, originId }: { readonly appId: string; readonly owner: string; readonly originId: string },
): Promise<string | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('dashboard_owners')
    .select('dashboard_id')
    .where('app_id', '=', appId)
    .where('owner', '=', owner)
    .where('origin_id', '=', originId)
    .executeTakeFirst();
  return row?.dashboard_id;
}
