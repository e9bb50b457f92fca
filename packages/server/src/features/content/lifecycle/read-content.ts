import type { ContentKind } from '@inlay/content/content';
import type { ContentChange } from '@inlay/protocol/content-change';
import { diffContent } from '@inlay/protocol/diff-content';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import { AppError } from '../../../platform/errors.ts';
import { isManaged, isPermitted } from '../../../platform/identity/permissions.ts';
import type { ContentRevisionRow } from '../../../platform/store/schema.ts';
import { type ContentRequest, recordChange, scopeOf, writeContent } from '../store/content-request.ts';
import {
  type ContentFilter,
  type ContentItem,
  type ContentScope,
  type ListedItem,
  listItems,
} from '../store/items.ts';
import {
  authorize,
  type ContentAddress,
  canSee,
  findWithApp,
  noSuchContent,
  subjectOf,
} from '../store/open-content.ts';
import { findRevision, listVersions } from '../store/revisions.ts';
import { readableManaged, readablePublished } from '../visibility/readable-published.ts';

/** An item as its reader gets it: the working copy, or the parts of the published version that they may read. */
export type ContentView = {
  readonly item: ContentItem;
  /** A viewer made it in a builder. */
  readonly isOwned?: boolean;
} & ({ readonly copy: 'working' } | { readonly copy: 'published'; readonly content: object });

export async function readContent(
  { services: { store }, tenantId, as }: ContentRequest,
  { kind, id }: ContentAddress,
): Promise<ContentView> {
  const { item, app, isOwned } = await findWithApp(store, tenantId, kind, id);
  const subject = subjectOf(item, app, isOwned);
  if (!canSee(as, subject)) throw noSuchContent();
  if (isPermitted(as, 'read-working-copy', subject)) return { item, isOwned, copy: 'working' };
  const readable = isManaged(kind)
    ? undefined
    : await readablePublished(store, tenantId, [app.id], as.reader);
  const content = readable ? readable.find(kind, id) : readableManaged(JSON.parse(item.published ?? '{}'));
  if (!content) throw noSuchContent();
  return { item, isOwned, copy: 'published', content };
}

interface ContentList {
  readonly kind: ContentKind;
  readonly page: PageRequest;
  readonly filter: ContentFilter;
}

export async function listContent(
  { services: { store }, tenantId, as }: ContentRequest,
  { kind, page, filter }: ContentList,
): Promise<Page<ContentView>> {
  const queries = store.lists;
  const scope = await scopeOf(queries, tenantId, as, { isManaged: isManaged(kind) });
  const apps = appsWithRules(kind, scope);
  const readable = apps && (await readablePublished(queries, tenantId, apps, as.reader));
  const { data, meta } = await listItems(queries, tenantId, {
    kind,
    page,
    filter,
    scope: { ...scope, hidden: readable?.hidden(kind) ?? [] },
  });
  const showsDrafts = filter.owned === true && scope.working === 'all';
  const view = (item: ListedItem): readonly ContentView[] => {
    const isOwned = item.is_owned === 1;
    const isPublished = scope.published.includes(item.app_id) || (!showsDrafts && isPrivate(item, scope));
    if (!isPublished) return [{ item, isOwned, copy: 'working' }];
    const content = readable
      ? readable.find(kind, item.id)
      : readableManaged(JSON.parse(item.published ?? '{}'));
    // Published between the two reads: it will be in the next list.
    return content ? [{ item, isOwned, copy: 'published', content }] : [];
  };
  return { data: data.flatMap(view), meta };
}

/** Apps whose published content is filtered by rules; administrators bypass rules, and apps and embeds have none. */
function appsWithRules(
  kind: ContentKind,
  { working, published }: ContentScope,
): readonly string[] | undefined {
  if (working === 'all' || isManaged(kind)) return undefined;
  // Even a contributor sees other people's builder dashboards as published.
  return kind === 'dashboard' ? [...published, ...working] : published;
}

/** A dashboard that a viewer has not submitted. */
function isPrivate({ is_owned, state, app_id }: ListedItem, { reviewed }: ContentScope): boolean {
  if (is_owned === 0) return false;
  return reviewed === 'all' ? state === 'draft' : state !== 'in-review' || !reviewed.includes(app_id);
}

export async function readVersions(
  request: ContentRequest,
  address: ContentAddress,
  page: PageRequest,
): Promise<Page<ContentRevisionRow>> {
  await openHistory(request, address);
  return listVersions(request.services.store.lists, request.tenantId, address, page);
}

export async function readVersion(
  request: ContentRequest,
  address: ContentAddress,
  version: number,
): Promise<ContentRevisionRow> {
  await openHistory(request, address);
  const found = await findRevision(request.services.store, request.tenantId, address, { version });
  if (!found) throw new AppError('NOT_FOUND', { message: `Version ${version} does not exist.` });
  return found;
}

/** A version, the published version, or the working copy. */
export type VersionRef = number | 'published' | 'draft';

export async function compareVersions(
  request: ContentRequest,
  address: ContentAddress,
  { from, to }: { readonly from: VersionRef; readonly to: VersionRef },
): Promise<readonly ContentChange[]> {
  const item = await openHistory(request, address);
  const contentOf = async (version: VersionRef): Promise<unknown> => {
    if (version === 'draft') return JSON.parse(item.draft);
    if (version === 'published') return item.published === null ? {} : JSON.parse(item.published);
    return JSON.parse((await readVersion(request, address, version)).content);
  };
  return diffContent(await contentOf(from), await contentOf(to));
}

async function openHistory(
  { services: { store }, tenantId, as }: ContentRequest,
  { kind, id }: ContentAddress,
): Promise<ContentItem> {
  const { item, app, isOwned } = await findWithApp(store, tenantId, kind, id);
  authorize(as, 'read-working-copy', subjectOf(item, app, isOwned));
  return item;
}

/** Records that an administrator read a draft that a viewer keeps private in a builder. */
export async function auditPrivateRead(request: ContentRequest, { kind, id }: ContentAddress): Promise<void> {
  if (kind !== 'dashboard' || !request.as.grants) return;
  const { item, isOwned } = await findWithApp(request.services.store, request.tenantId, kind, id);
  if (!isOwned || item.state !== 'draft') return;
  const event = { action: 'dashboard.read-private', target: id, details: { app: item.app_id } } as const;
  await writeContent(request, (write) => recordChange(write, event));
}

/** Records that an administrator listed such drafts. */
export async function auditPrivateList(request: ContentRequest, app: string | undefined): Promise<void> {
  if (!request.as.grants) return;
  const event = { action: 'dashboard.list-private', target: app ?? null } as const;
  await writeContent(request, (write) => recordChange(write, event));
}
