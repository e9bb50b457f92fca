import type { ApiKey } from '@inlay/protocol/api-key';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readPage } from '../../platform/store/read-page.ts';
import type { ApiKeyRow } from '../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../platform/time/time.ts';

export function listApiKeys(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
): Promise<Page<ApiKeyRow>> {
  const all = queries.tenant(tenantId).selectFrom('api_keys');
  return readPage(request, all, (keys) => keys.selectAll().orderBy('name'));
}

export async function findApiKey(
  queries: Queries,
  tenantId: TenantId,
  by: { readonly id: string } | { readonly name: string },
): Promise<ApiKeyRow | undefined> {
  const own = queries.tenant(tenantId).selectFrom('api_keys').selectAll();
  const found = 'id' in by ? own.where('id', '=', by.id) : own.where('name', '=', by.name);
  return found.executeTakeFirst();
}

export async function countApiKeys(queries: Queries, tenantId: TenantId): Promise<number> {
  const { total } = await queries
    .tenant(tenantId)
    .selectFrom('api_keys')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** A key as the API returns it: never the secret or its hash. */
export function toApiKeyDto(row: ApiKeyRow, now: number): ApiKey {
  const { previous_prefix: prefix, previous_until: until } = row;
  return {
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes),
    workspaces: row.workspaces === null ? null : JSON.parse(row.workspaces),
    networks: row.networks === null ? null : JSON.parse(row.networks),
    expiresAt: isoTimeOrNull(row.expires_at),
    prefix: row.prefix,
    previous: prefix !== null && until !== null && until > now ? { prefix, expiresAt: isoTime(until) } : null,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    lastUsedAt: isoTimeOrNull(row.last_used_at),
  };
}
