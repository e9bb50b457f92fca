import type { ContentKind } from '@inlay/content/content';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readPage } from '../../../platform/store/read-page.ts';
import type { ContentRevisionRow } from '../../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../../platform/store/store.ts';
import type { ContentWrite } from './content-request.ts';
import type { ContentItem } from './items.ts';

/** Details of a change in the history, besides its author and time. */
export interface ChangeNote {
  readonly action: string;
  readonly comment?: string | undefined;
}

/** Versions are kept forever; of the revisions between them the latest, for editors who started from one. */
const KEPT_STEPS = 50;

export async function insertRevision(
  { transaction, tenantId, actor, byViewer, at }: ContentWrite,
  item: ContentItem,
  { version, action, comment }: ChangeNote & { readonly version: number | null },
): Promise<void> {
  const own = transaction.tenant(tenantId);
  const { kind, id, revision, state, draft } = item;
  await own
    .insertInto('content_revisions', {
      kind,
      id,
      revision,
      version,
      action,
      state,
      content: draft,
      comment: comment ?? null,
      author: actor,
      by_viewer: byViewer ? 1 : 0,
      at,
    })
    .execute();
  await own
    .deleteFrom('content_revisions')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('version', 'is', null)
    .where('revision', '<=', revision - KEPT_STEPS)
    .execute();
}

export async function findRevision(
  queries: Queries,
  tenantId: TenantId,
  { kind, id }: Pick<ContentItem, 'kind' | 'id'>,
  by: { readonly revision: number } | { readonly version: number },
): Promise<ContentRevisionRow | undefined> {
  const [column, value] =
    'revision' in by ? (['revision', by.revision] as const) : (['version', by.version] as const);
  return queries
    .tenant(tenantId)
    .selectFrom('content_revisions')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where(column, '=', value)
    .executeTakeFirst();
}

/** When the published version of each item was published. */
export async function publishingTimes(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  items: readonly Pick<ContentItem, 'id' | 'published_version'>[],
): Promise<ReadonlyMap<string, number>> {
  if (items.length === 0) return new Map();
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('content_revisions')
    .select(['id', 'version', 'at'])
    .where('kind', '=', kind)
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .where('version', 'is not', null)
    .execute();
  const current = new Map(items.map(({ id, published_version }) => [id, published_version]));
  return new Map(rows.filter(({ id, version }) => current.get(id) === version).map(({ id, at }) => [id, at]));
}

/** Newest first. */
export async function listVersions(
  queries: ListQueries,
  tenantId: TenantId,
  { kind, id }: Pick<ContentItem, 'kind' | 'id'>,
  page: PageRequest,
): Promise<Page<ContentRevisionRow>> {
  const versions = queries
    .tenant(tenantId)
    .selectFrom('content_revisions')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('version', 'is not', null);
  return readPage(page, versions, (found) => found.selectAll().orderBy('version', 'desc'));
}

/** Versions and kept revisions, newest first, without their content. */
export async function listRevisions(
  queries: Queries,
  tenantId: TenantId,
  { kind, id }: Pick<ContentItem, 'kind' | 'id'>,
  limit: number,
): Promise<readonly Omit<ContentRevisionRow, 'content'>[]> {
  return queries
    .tenant(tenantId)
    .selectFrom('content_revisions')
    .select([
      'tenant_id',
      'kind',
      'id',
      'revision',
      'version',
      'action',
      'state',
      'comment',
      'author',
      'by_viewer',
      'at',
    ])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute();
}
