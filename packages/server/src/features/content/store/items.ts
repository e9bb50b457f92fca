import type { ContentKind, ContentState } from '@inlay/content/content';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { hotStatement } from '../../../platform/store/hot-statement.ts';
import { readPage } from '../../../platform/store/read-page.ts';
import type { ContentItemRow } from '../../../platform/store/schema.ts';
import { foldSearchText, likeLiteral } from '../../../platform/store/search-text.ts';
import type { ListQueries, Queries } from '../../../platform/store/store.ts';

export type ContentItem = ContentItemRow;

/** The apps that a list covers, and how much of each. */
export interface ContentScope {
  /** Apps whose working copies are listed. */
  readonly working: readonly string[] | 'all';
  /** Apps of which only published versions are listed. */
  readonly published: readonly string[];
  /** Apps whose submitted dashboards are listed, of any owner. */
  readonly reviewed: readonly string[] | 'all';
}

/** Plus the ids that rules hide from readers of published versions: they are neither listed, found nor counted. */
export type ListScope = ContentScope & { readonly hidden: readonly string[] };

/** A listed item of any kind (ADR 71), and whether a viewer made it in a builder. */
export type ListedItem = ContentItem & { readonly is_owned: 0 | 1 };

export interface ContentFilter {
  readonly app?: string | undefined;
  readonly state?: ContentState | undefined;
  readonly q?: string | undefined;
  /** For apps: only those of this workspace. */
  readonly workspace?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** For embeds: only those of this content, each as `kind/id`. */
  readonly targets?: readonly string[] | undefined;
  /** Only dashboards made in a builder, drafts included. For administrators. */
  readonly owned?: boolean | undefined;
}

const isOwned = sql<boolean>`(content_items.kind = 'dashboard' and exists (
  select 1 from dashboard_owners where dashboard_owners.tenant_id = content_items.tenant_id
  and dashboard_owners.dashboard_id = content_items.id))`;

const selectItem = hotStatement<[tenantId: TenantId, kind: ContentKind, id: string]>()((db, slot) =>
  db
    .selectFrom('content_items')
    .selectAll()
    .where('tenant_id', '=', slot(0))
    .where('kind', '=', slot(1))
    .where('id', '=', slot(2)),
);

export async function findItem(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  id: string,
): Promise<ContentItem | undefined> {
  const [item] = await queries.run(selectItem, tenantId, kind, id);
  return item;
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

/** An app and its items by kind and creation time. `authored`: without dashboards made in a builder. */
export async function itemsOfApp(
  queries: Queries,
  tenantId: TenantId,
  appId: string,
  which: 'all' | 'authored',
): Promise<readonly ContentItem[]> {
  return queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .selectAll()
    .where('app_id', '=', appId)
    .$if(which === 'authored', (query) => query.where(sql<boolean>`not ${isOwned}`))
    .orderBy('kind')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Published tiles, stories and dashboards of an app. */
export async function publishedItems(
  queries: Queries,
  tenantId: TenantId,
  appId: string,
  { withNewTiles = false } = {},
): Promise<readonly { readonly kind: ContentKind; readonly id: string; readonly published: string }[]> {
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .select(['kind', 'id', 'published', 'draft'])
    .where('app_id', '=', appId)
    .where('kind', 'in', ['tile', 'story', 'dashboard'])
    .where((is) => {
      const isPublished = is('published_version', 'is not', null);
      const isNewTile = is.and([is('kind', '=', 'tile'), is('state', '!=', 'archived')]);
      return withNewTiles ? is.or([isPublished, isNewTile]) : isPublished;
    })
    .orderBy('kind')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, id, published, draft }) => ({ kind, id, published: published ?? draft }));
}

/** Without archived apps, which only administrators can access. */
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

interface ItemList {
  readonly kind: ContentKind;
  readonly scope: ListScope;
  readonly filter?: ContentFilter;
}

/** By creation time, then id. */
export async function listItems(
  queries: ListQueries,
  tenantId: TenantId,
  { page, ...list }: ItemList & { readonly page: PageRequest },
): Promise<Page<ListedItem>> {
  return readPage(page, matchingItems(queries, tenantId, list), (items) =>
    items
      .selectAll()
      .select(sql<0 | 1>`case when ${isOwned} then 1 else 0 end`.as('is_owned'))
      .orderBy('created_at')
      .orderBy('id'),
  );
}

/** As a single parameter: statements have a parameter limit. */
function listed({ engine }: Queries, ids: readonly string[]) {
  const json = JSON.stringify(ids);
  return engine === 'sqlite'
    ? sql`select value from json_each(${json})`
    : sql`select jsonb_array_elements_text(cast(${json} as jsonb))`;
}

/** What an embed shows: `dashboard/sales`. */
function targetOf({ engine }: Queries, column: 'draft' | 'published') {
  const json = sql.ref(column);
  return engine === 'sqlite'
    ? sql`json_extract(${json}, '$.target.kind') || '/' || json_extract(${json}, '$.target.id')`
    : sql`(cast(${json} as jsonb) #>> '{target,kind}') || '/' || (cast(${json} as jsonb) #>> '{target,id}')`;
}

/** A filter must not reveal the working copy to callers who see only published versions. */
function matchingItems(queries: Queries, tenantId: TenantId, { kind, scope, filter = {} }: ItemList) {
  const { working, published, reviewed, hidden } = scope;
  const { app, state, q, workspace, ids, targets, owned } = filter;
  const pattern = q === undefined ? undefined : `%${likeLiteral(foldSearchText([q]))}%`;
  const says = (column: 'draft_search' | 'published_search') =>
    sql<boolean>`(${sql.ref(column)} like ${pattern} escape '\\' or lower(id) like ${pattern} escape '\\')`;
  const targetIn = (column: 'draft' | 'published') =>
    sql<boolean>`${targetOf(queries, column)} in (${listed(queries, targets ?? [])})`;
  return queries
    .tenant(tenantId)
    .selectFrom('content_items')
    .where('kind', '=', kind)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id in (${listed(queries, ids ?? [])})`))
    .$if(app !== undefined, (query) => query.where('app_id', '=', app as string))
    .$if(workspace !== undefined, (query) => query.where('workspace_id', '=', workspace as string))
    .where((e) => {
      const inApps = (apps: readonly string[]) => (apps.length > 0 ? e('app_id', 'in', apps) : e.lit(false));
      const notPrivate = e.or([
        sql<boolean>`not ${isOwned}`,
        reviewed === 'all'
          ? e('state', '!=', 'draft')
          : e.and([e('state', '=', 'in-review'), inApps(reviewed)]),
      ]);
      const inWorking = e.and([
        working === 'all' ? e.lit(true) : inApps(working),
        owned && working === 'all' ? isOwned : notPrivate,
        ...(state === undefined ? [] : [e('state', '=', state)]),
        ...(pattern === undefined ? [] : [says('draft_search')]),
        ...(targets === undefined ? [] : [targetIn('draft')]),
      ]);
      const inPublished = e.and([
        e.or([
          inApps(published),
          e.and([working === 'all' ? e.lit(!owned) : inApps(working), e.not(notPrivate)]),
        ]),
        e('published_version', 'is not', null),
        ...(hidden.length === 0 ? [] : [sql<boolean>`id not in (${listed(queries, hidden)})`]),
        ...(state === undefined || state === 'published' ? [] : [e.lit(false)]),
        ...(pattern === undefined ? [] : [says('published_search')]),
        ...(targets === undefined ? [] : [targetIn('published')]),
      ]);
      return e.or([inWorking, inPublished]);
    });
}
