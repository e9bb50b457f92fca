import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { readPage } from '../../platform/store/read-page.ts';
import { foldSearchText, likeLiteral } from '../../platform/store/search-text.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';
import type { ContentItem } from '../content/index.ts';

/** Facts about a viewer that decide which dashboards a builder lists for them. */
export interface DashboardReader {
  readonly appId: string;
  readonly owner: string;
  readonly groups: readonly string[];
  readonly contributes: boolean;
  readonly validates: boolean;
  /** Sees only published dashboards. */
  readonly onlyPublished: boolean;
}

/** The dashboards that a viewer sees in a builder: their own first, then by last change. */
export async function listDashboards(
  queries: ListQueries,
  tenantId: TenantId,
  reader: DashboardReader,
  { page, q }: { readonly page: PageRequest; readonly q?: string | undefined },
): Promise<Page<ContentItem>> {
  return readPage(page, matchingDashboards(queries, tenantId, reader, q), (dashboards) =>
    dashboards
      .selectAll('content_items')
      .orderBy(sql`case when dashboard_owners.owner = ${reader.owner} then 0 else 1 end`)
      .orderBy('content_items.updated_at', 'desc')
      .orderBy('content_items.id'),
  );
}

/** Searches the text that the reader would see: the working copy, or else the published version. */
function matchingDashboards(
  queries: Queries,
  tenantId: TenantId,
  { appId, owner, groups, contributes, validates, onlyPublished }: DashboardReader,
  q: string | undefined,
) {
  const pattern = q === undefined ? undefined : `%${likeLiteral(foldSearchText([q]))}%`;
  const says = (column: 'draft_search' | 'published_search') =>
    pattern === undefined ? [] : [sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`];
  return queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .leftJoin('dashboard_owners', (join) =>
      join
        .onRef('dashboard_owners.tenant_id', '=', 'content_items.tenant_id')
        .onRef('dashboard_owners.dashboard_id', '=', 'content_items.id'),
    )
    .where('content_items.kind', '=', 'dashboard')
    .where('content_items.app_id', '=', appId)
    .where('content_items.state', '!=', 'archived')
    .where((e) => {
      const published = e.and([e('published_version', 'is not', null), ...says('published_search')]);
      if (onlyPublished) return published;
      const inSharedGroup = e.exists(
        e
          .selectFrom('dashboard_groups')
          .select(sql<number>`1`.as('one'))
          .whereRef('dashboard_groups.tenant_id', '=', 'content_items.tenant_id')
          .whereRef('dashboard_groups.dashboard_id', '=', 'content_items.id')
          .where('group_id', 'in', groups),
      );
      const working = e.or([
        e('dashboard_owners.owner', '=', owner),
        e('dashboard_owners.shared_with', '=', 'workspace'),
        ...(groups.length === 0
          ? []
          : [e.and([e('dashboard_owners.shared_with', '=', 'groups'), inSharedGroup])]),
        ...(contributes || validates ? [e('dashboard_owners.owner', 'is', null)] : []),
        ...(validates ? [e('content_items.state', '=', 'in-review')] : []),
      ]);
      return e.or([published, e.and([working, ...says('draft_search')])]);
    });
}
