import type { ContentByKind, ContentKind, ContentState } from '@inlay/content/content';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ExpressionBuilder } from 'kysely';
import { fieldsTaken } from '../../../platform/errors.ts';
import type { ContentItemRow, Database } from '../../../platform/store/schema.ts';
import { foldSearchText } from '../../../platform/store/search-text.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { replaceReferences } from './content-dependents.ts';
import type { ContentWrite } from './content-request.ts';
import { deleteOwnership } from './dashboard-owners.ts';
import { replaceEmbedNames } from './embed-names.ts';
import type { ContentItem } from './items.ts';
import { type ChangeNote, insertRevision } from './revisions.ts';

export async function insertItem<K extends ContentKind>(
  write: ContentWrite,
  { kind, id, appId, content }: NewItem<K>,
  { publishAtOnce }: { readonly publishAtOnce: boolean },
): Promise<ContentItem> {
  const row = {
    kind,
    id,
    app_id: appId,
    workspace_id: workspaceOf(content),
    revision: 1,
    ...contentColumns(content),
    ...(publishAtOnce
      ? { state: 'published' as const, ...publishedColumns(content, 1) }
      : { state: 'draft' as const, ...nothingPublished, last_version: 0 }),
    comment: null,
    created_at: write.at,
    created_by: write.actor,
    updated_at: write.at,
    updated_by: write.actor,
    viewer_revision: write.byViewer ? 1 : null,
  };
  const inserted = await write.transaction
    .tenant(write.tenantId)
    .insertInto('content_items', row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!inserted) {
    throw fieldsTaken(
      [{ path: '/id', problem: 'is taken. Choose another one' }],
      `The id '${id}' is already in use. Choose another id.`,
    );
  }
  await updateDerivedRows(write, inserted, { isVersion: publishAtOnce, action: 'create' });
  return inserted;
}

export interface NewItem<K extends ContentKind> {
  readonly kind: K;
  readonly id: string;
  readonly appId: string;
  readonly content: ContentByKind[K];
}

/** Parts that are absent stay as they were. */
export interface ItemChange extends ChangeNote {
  readonly state: ContentState;
  readonly content?: ContentByKind[ContentKind];
  /** `publish` makes the working copy the next version; `withdraw` removes the published version. */
  readonly viewers?: 'publish' | 'withdraw';
}

/** Replaces this revision of the item; undefined when another change came first. */
export async function updateItem(
  write: ContentWrite,
  item: ContentItem,
  { state, content, viewers, action, comment }: ItemChange,
): Promise<ContentItem | undefined> {
  const working = content ?? (JSON.parse(item.draft) as ContentByKind[ContentKind]);
  const updated = await write.transaction
    .tenant(write.tenantId)
    .update('content_items', {
      state,
      revision: item.revision + 1,
      ...(content === undefined ? {} : { ...contentColumns(content), workspace_id: workspaceOf(content) }),
      ...(viewers === 'publish' ? publishedColumns(working, item.last_version + 1) : {}),
      ...(viewers === 'withdraw' ? nothingPublished : {}),
      comment: comment ?? null,
      updated_at: write.at,
      updated_by: write.actor,
      ...(write.byViewer && { viewer_revision: item.revision + 1 }),
    })
    .where('kind', '=', item.kind)
    .where('id', '=', item.id)
    .where('revision', '=', item.revision)
    .returningAll()
    .executeTakeFirst();
  if (updated) await updateDerivedRows(write, updated, { isVersion: viewers === 'publish', action, comment });
  return updated;
}

export async function deleteItem(
  transaction: Queries,
  tenantId: TenantId,
  { kind, id, revision }: ContentItem,
): Promise<boolean> {
  const own = transaction.tenant(tenantId);
  const { numDeletedRows } = await own
    .deleteFrom('content_items')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await own.deleteFrom('content_revisions').where('kind', '=', kind).where('id', '=', id).execute();
  await own
    .deleteFrom('content_references')
    .where('from_kind', '=', kind)
    .where('from_id', '=', id)
    .execute();
  await deleteOfViewers(transaction, tenantId, { kind, id });
  if (kind === 'dashboard') await deleteOwnership(transaction, tenantId, id);
  if (kind === 'embed') await own.deleteFrom('embed_names').where('embed_id', '=', id).execute();
  return true;
}

/** What viewers saved of it: views, and subscriptions with their deliveries. */
async function deleteOfViewers(
  transaction: Queries,
  tenantId: TenantId,
  { kind, id }: Pick<ContentItem, 'kind' | 'id'>,
): Promise<void> {
  const own = transaction.tenant(tenantId);
  const ofItem = (row: ExpressionBuilder<Database, 'saved_views' | 'subscriptions'>) =>
    kind === 'embed'
      ? row('embed_id', '=', id)
      : row.and([row('content_kind', '=', kind), row('content_id', '=', id)]);
  await own
    .deleteFrom('report_jobs')
    .where('subscription_id', 'in', own.selectFrom('subscriptions').select('id').where(ofItem))
    .execute();
  await own.deleteFrom('subscriptions').where(ofItem).execute();
  await own.deleteFrom('saved_views').where(ofItem).execute();
}

async function updateDerivedRows(
  write: ContentWrite,
  item: ContentItem,
  { isVersion, ...note }: ChangeNote & { readonly isVersion: boolean },
): Promise<void> {
  const { transaction, tenantId } = write;
  await insertRevision(write, item, { ...note, version: isVersion ? item.last_version : null });
  await replaceReferences(transaction, tenantId, item);
  if (item.kind === 'embed') await replaceEmbedNames(transaction, tenantId, item);
}

function contentColumns(content: ContentByKind[ContentKind]) {
  return { draft: JSON.stringify(content), draft_search: searchColumn(content) };
}

function publishedColumns(content: ContentByKind[ContentKind], version: number) {
  return {
    published: JSON.stringify(content),
    published_search: searchColumn(content),
    published_version: version,
    last_version: version,
  };
}

const nothingPublished: Pick<ContentItemRow, 'published' | 'published_search' | 'published_version'> = {
  published: null,
  published_search: null,
  published_version: null,
};

function searchColumn(content: ContentByKind[ContentKind]): string {
  const { title, description, alias } = content as { title: string; description?: string; alias?: string };
  return foldSearchText([title, description, alias]);
}

function workspaceOf(content: ContentByKind[ContentKind]): string | null {
  return 'workspaceId' in content ? content.workspaceId : null;
}
