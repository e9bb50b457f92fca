import type { ContentChange, ContentKind } from '@inlay/protocol/content';
import { diffContent } from '@inlay/protocol/diff-content';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import { type ContentCaller, isPermitted } from '../../platform/identity/permissions.ts';
import type { ContentRevisionRow } from '../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import { type ContentActing, scopeOf } from './content-caller.ts';
import {
  type ContentFilter,
  type ContentItem,
  type ContentScope,
  type ListedItem,
  listItems,
} from './items.ts';
import {
  authorize,
  type ContentAddress,
  canSee,
  findWithApp,
  isManaged,
  noSuchContent,
  subjectOf,
} from './open-content.ts';
import { type ReadablePublished, readableManaged, readablePublished } from './readable-published.ts';
import { findRevision, listVersions } from './revisions.ts';

/** An item, and what of it the caller gets to see: the working copy, or what is published as they may read it. */
export type ContentView = {
  readonly item: ContentItem;
  /** A viewer made it in a builder. */
  readonly isOwned?: boolean;
} & ({ readonly side: 'working' } | { readonly side: 'published'; readonly content: object });

export async function readContent(
  queries: Queries,
  tenantId: TenantId,
  { kind, id }: ContentAddress,
  caller: ContentCaller,
): Promise<ContentView> {
  const { item, app, isOwned } = await findWithApp(queries, tenantId, kind, id);
  const subject = subjectOf(item, app, isOwned);
  if (!canSee(caller, subject)) throw noSuchContent();
  if (isPermitted(caller, 'read-working-copy', subject)) return { item, isOwned, side: 'working' };
  const readable = isManaged(kind)
    ? undefined
    : await readablePublished(queries, tenantId, [app.id], caller.reader);
  const content = readable ? readable.find(kind, id) : readableManaged(JSON.parse(item.published ?? '{}'));
  if (!content) throw noSuchContent();
  return { item, isOwned, side: 'published', content };
}

export async function listContent(
  queries: ListQueries,
  tenantId: TenantId,
  kind: ContentKind,
  request: PageRequest,
  filter: ContentFilter,
  caller: ContentCaller,
): Promise<Page<ContentView>> {
  const scope = await scopeOf(queries, tenantId, caller, { isManaged: isManaged(kind) });
  const readable = await readableIn(queries, tenantId, kind, scope, caller);
  const shown = { ...scope, hidden: readable?.hidden(kind) ?? [] };
  const { data, meta } = await listItems(queries, tenantId, kind, request, shown, filter);
  const showsDrafts = filter.owned === true && scope.working === 'all';
  const see = (item: ListedItem): readonly ContentView[] => {
    const isOwned = item.is_owned === 1;
    const isPublished = scope.published.includes(item.app_id) || (!showsDrafts && isPrivate(item, scope));
    if (!isPublished) return [{ item, isOwned, side: 'working' }];
    const content = readable
      ? readable.find(kind, item.id)
      : readableManaged(JSON.parse(item.published ?? '{}'));
    // One that was published between the two readings is there the next time.
    return content ? [{ item, isOwned, side: 'published', content }] : [];
  };
  return { data: data.flatMap(see), meta };
}

/** Administrators read past rules, and apps and embeds have none. */
async function readableIn(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  { working, published }: ContentScope,
  { reader }: ContentCaller,
): Promise<ReadablePublished | undefined> {
  if (working === 'all' || isManaged(kind)) return undefined;
  // Of an app that they work on too: what viewers made in a builder is shown as published.
  const apps = kind === 'dashboard' ? [...published, ...working] : published;
  return readablePublished(queries, tenantId, apps, reader);
}

/** What a viewer works on in a builder and has not submitted. */
function isPrivate({ is_owned, state, app_id }: ListedItem, { reviewed }: ContentScope): boolean {
  if (is_owned === 0) return false;
  return reviewed === 'all' ? state === 'draft' : state !== 'in-review' || !reviewed.includes(app_id);
}

export async function readVersions(
  queries: ListQueries,
  tenantId: TenantId,
  address: ContentAddress,
  request: PageRequest,
  caller: ContentCaller,
): Promise<Page<ContentRevisionRow>> {
  await openHistory(queries, tenantId, address, caller);
  return listVersions(queries, tenantId, address.kind, address.id, request);
}

export async function readVersion(
  queries: Queries,
  tenantId: TenantId,
  address: ContentAddress,
  version: number,
  caller: ContentCaller,
): Promise<ContentRevisionRow> {
  await openHistory(queries, tenantId, address, caller);
  const found = await findRevision(queries, tenantId, address, { version });
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no version ${version} of it.` });
  return found;
}

/** Either side of a comparison: a version, what viewers see, or the working copy. */
export type VersionRef = number | 'published' | 'draft';

export async function compareVersions(
  queries: Queries,
  tenantId: TenantId,
  address: ContentAddress,
  { from, to }: { readonly from: VersionRef; readonly to: VersionRef },
  caller: ContentCaller,
): Promise<readonly ContentChange[]> {
  const item = await openHistory(queries, tenantId, address, caller);
  const contentOf = async (side: VersionRef): Promise<unknown> => {
    if (side === 'draft') return JSON.parse(item.draft);
    if (side === 'published') return item.published === null ? {} : JSON.parse(item.published);
    return JSON.parse((await readVersion(queries, tenantId, address, side, caller)).content);
  };
  return diffContent(await contentOf(from), await contentOf(to));
}

async function openHistory(
  queries: Queries,
  tenantId: TenantId,
  { kind, id }: ContentAddress,
  caller: ContentCaller,
): Promise<ContentItem> {
  const { item, app, isOwned } = await findWithApp(queries, tenantId, kind, id);
  authorize(caller, 'read-working-copy', subjectOf(item, app, isOwned));
  return item;
}

/** An administrator may look at what a viewer works on in a builder; that they did is not a secret. */
export async function auditPrivateRead(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  { kind, id }: ContentAddress,
  { as, actor, caller }: ContentActing,
): Promise<void> {
  if (kind !== 'dashboard' || !as.admin) return;
  const { item, isOwned } = await findWithApp(store, tenantId, kind, id);
  if (!isOwned || item.state !== 'draft') return;
  const event = { action: 'dashboard.read-private', actor, target: id, details: { app: item.app_id } };
  await store.write((transaction) => recordEvent(transaction, tenantId, clock(), caller, event));
}

/** The same for a list of them. */
export async function auditPrivateList(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  app: string | undefined,
  { as, actor, caller }: ContentActing,
): Promise<void> {
  if (!as.admin) return;
  const event = { action: 'dashboard.list-private', actor, target: app ?? null };
  await store.write((transaction) => recordEvent(transaction, tenantId, clock(), caller, event));
}
