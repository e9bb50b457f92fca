import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { Destination } from '@inlay/protocol/report-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { readPage } from '../../../platform/store/read-page.ts';
import type { DestinationRow } from '../../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../../platform/store/store.ts';
import { isoTime } from '../../../platform/time/time.ts';
import type { Vault } from '../../../platform/vault/vault.ts';

export function listDestinations(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
): Promise<Page<DestinationRow>> {
  const all = queries.tenant(tenantId).selectFrom('report_destinations');
  return readPage(request, all, (destinations) => destinations.selectAll().orderBy('name'));
}

/** Viewers see all of their workspace in one list. */
export const MAX_DESTINATIONS = 50;

/** Those that viewers of a workspace can choose. */
export async function destinationsOf(
  queries: Queries,
  { tenantId, workspaceId }: Pick<EmbedPrincipal, 'tenantId' | 'workspaceId'>,
): Promise<readonly Pick<DestinationRow, 'id' | 'name' | 'kind'>[]> {
  return queries
    .tenant(tenantId)
    .selectFrom('report_destinations')
    .select(['id', 'name', 'kind'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .limit(MAX_DESTINATIONS)
    .execute();
}

export async function findDestination(
  queries: Queries,
  tenantId: TenantId,
  by: { readonly id: string } | { readonly name: string },
): Promise<DestinationRow | undefined> {
  const own = queries.tenant(tenantId).selectFrom('report_destinations').selectAll();
  const found = 'id' in by ? own.where('id', '=', by.id) : own.where('name', '=', by.name);
  return found.executeTakeFirst();
}

/** What is secret about a destination. */
export interface DestinationAddress {
  readonly url: string;
  /** Signs requests to a webhook. Null for Slack and Teams. */
  readonly secret: string | null;
}

/** Bound to the id, so that an address copied to another row does not open. */
export const sealAddress = (
  vault: Vault,
  { tenantId, id }: { readonly tenantId: TenantId; readonly id: string },
  address: DestinationAddress,
): string => vault.seal(tenantId, purposeOf(id), JSON.stringify(address));

export const openAddress = (vault: Vault, { tenant_id, id, sealed }: DestinationRow): DestinationAddress =>
  JSON.parse(vault.open(tenant_id, purposeOf(id), sealed));

const purposeOf = (id: string) => `report destination ${id}`;

export const toDestinationDto = (row: DestinationRow): Destination => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  workspaceId: row.workspace_id,
  host: row.host,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});
