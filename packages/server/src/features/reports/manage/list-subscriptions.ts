import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { readPage } from '../../../platform/store/read-page.ts';
import type { SubscriptionRow } from '../../../platform/store/schema.ts';
import { likeLiteral } from '../../../platform/store/search-text.ts';
import type { ListQueries, Queries } from '../../../platform/store/store.ts';
import { readSubscription, type StoredSubscription } from '../store/subscriptions.ts';
import type { SubscriptionPlace } from './subscription-place.ts';

/** In an embed. More than a viewer can have. */
const MAX_LISTED = 200;

/** A viewer's own in an embed, newest first. */
export async function listOwn(
  queries: Queries,
  { viewer, opened }: SubscriptionPlace,
): Promise<readonly StoredSubscription[]> {
  const rows = await queries
    .tenant(viewer.tenantId)
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', viewer.workspaceId)
    .where('username', '=', viewer.username)
    .where('embed_id', '=', opened.embed.id)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(readSubscription);
}

/** Everybody's of the app, in the viewer's workspace. The caller has checked that they may see them. */
export async function listOfApp(
  queries: Queries,
  { viewer, opened }: SubscriptionPlace,
): Promise<readonly StoredSubscription[]> {
  const rows = await queries
    .tenant(viewer.tenantId)
    .selectFrom('subscriptions')
    .selectAll()
    .where('app_id', '=', opened.app.id)
    .where('workspace_id', '=', viewer.workspaceId)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(readSubscription);
}

export interface SubscriptionFilter {
  readonly status?: SubscriptionRow['status'] | undefined;
  readonly kind?: SubscriptionRow['kind'] | undefined;
  readonly appId?: string | undefined;
  readonly embedId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly username?: string | undefined;
  /** Part of a title or username. */
  readonly q?: string | undefined;
}

const COLUMNS = {
  status: 'status',
  kind: 'kind',
  appId: 'app_id',
  embedId: 'embed_id',
  workspaceId: 'workspace_id',
  username: 'username',
} as const;

/** Of a tenant, newest first. */
export async function listSubscriptions(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
  { q, ...equal }: SubscriptionFilter,
): Promise<Page<StoredSubscription>> {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const filtered = names.reduce((query, name) => {
    const value = equal[name];
    return value === undefined ? query : query.where(COLUMNS[name], '=', value);
  }, queries.tenant(tenantId).selectFrom('subscriptions'));
  const text = q?.trim().toLowerCase();
  const pattern = text ? `%${likeLiteral(text)}%` : undefined;
  const matching =
    pattern === undefined
      ? filtered
      : filtered.where(
          sql<boolean>`(lower(title) like ${pattern} escape '\\' or lower(username) like ${pattern} escape '\\')`,
        );
  const { data, meta } = await readPage(request, matching, (rows) => rows.selectAll().orderBy('id', 'desc'));
  return { data: data.map(readSubscription), meta };
}
