import type { ContentKind, ContentState } from '@inlay/protocol/content';
import { type Page, type PageRequest, pageMeta } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { ContentItemRow } from '../store/schema.ts';
import { foldSearchText, likeLiteral } from '../store/search-text.ts';
import type { Queries } from '../store/store.ts';

export type ContentItem = ContentItemRow;

/** Which apps a list may show, and how much of them. */
export interface ContentReach {
  /** Apps whose working copies are shown. */
  readonly working: readonly string[] | 'all';
  /** Apps of which published versions are shown, and nothing else. */
  readonly published: readonly string[];
}

export interface ContentFilter {
  readonly app?: string | undefined;
  readonly state?: ContentState | undefined;
  readonly q?: string | undefined;
}

export async function findItem(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  id: string,
): Promise<ContentItem | undefined> {
  return queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findItems(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  ids: readonly string[],
): Promise<readonly ContentItem[]> {
  if (ids.length === 0) return [];
  return queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', 'in', [...new Set(ids)])
    .execute();
}

/** An app and all that is in it, each kind in the order of making. */
export async function itemsOfApp(
  queries: Queries,
  tenantId: TenantId,
  appId: string,
): Promise<readonly ContentItem[]> {
  return queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .selectAll()
    .where('app_id', '=', appId)
    .orderBy('kind')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Archived ones are left out: nobody but an administrator reaches them. */
export async function appIdsOfWorkspace(
  queries: Queries,
  tenantId: TenantId,
  workspaceId: string,
): Promise<readonly string[]> {
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .select('id')
    .where('kind', '=', 'app')
    .where('workspace_id', '=', workspaceId)
    .where('state', '!=', 'archived')
    .execute();
  return rows.map(({ id }) => id);
}

/** By creation time, then id. */
export async function listItems(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  request: PageRequest,
  reach: ContentReach,
  filter: ContentFilter = {},
): Promise<Page<ContentItem>> {
  const matching = () => matchingItems(queries, tenantId, kind, reach, filter);
  const { total } = await matching()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const data = await matching()
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(request.limit)
    .offset((request.page - 1) * request.limit)
    .execute();
  return { data, meta: pageMeta(request, total) };
}

/** A caller who sees published versions only is not told by a filter what the working copy says. */
function matchingItems(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  { working, published }: ContentReach,
  { app, state, q }: ContentFilter,
) {
  const pattern = q === undefined ? undefined : `%${likeLiteral(foldSearchText([q]))}%`;
  const says = (column: 'draft_search' | 'published_search') =>
    sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
  return queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .where('kind', '=', kind)
    .$if(app !== undefined, (query) => query.where('app_id', '=', app as string))
    .where((e) => {
      const inWorking = e.and([
        ...(working === 'all' ? [] : [e('app_id', 'in', working)]),
        ...(state === undefined ? [] : [e('state', '=', state)]),
        ...(pattern === undefined ? [] : [says('draft_search')]),
      ]);
      const inPublished = e.and([
        e('app_id', 'in', published),
        e('published_version', 'is not', null),
        ...(state === undefined || state === 'published' ? [] : [e.lit(false)]),
        ...(pattern === undefined ? [] : [says('published_search')]),
      ]);
      const alternatives = [
        ...(working === 'all' || working.length > 0 ? [inWorking] : []),
        ...(published.length > 0 ? [inPublished] : []),
      ];
      return alternatives.length === 0 ? sql<boolean>`1 = 0` : e.or(alternatives);
    });
}
