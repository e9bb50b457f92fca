import { isDeepStrictEqual } from 'node:util';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import { diffContent } from '@inlay/protocol/diff-content';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { isManaged } from '../../../platform/identity/permissions.ts';
import { checkContent } from '../checks/check-content.ts';
import { refuseUnknownNames } from '../checks/check-names.ts';
import { checkReferences, refuseUnreachedTiles } from '../checks/check-references.ts';
import {
  type ContentRequest,
  type ContentWrite,
  recordChange,
  writeContent,
} from '../store/content-request.ts';
import type { ContentItem } from '../store/items.ts';
import {
  type ContentTarget,
  openForChange,
  refuseOtherWorkspace,
  staleContent,
} from '../store/open-content.ts';
import { findRevision } from '../store/revisions.ts';
import { updateItem } from '../store/write-items.ts';
import { type DataAccess, dataAccessOf, refuseInaccessibleData } from '../visibility/accessible-data.ts';

/** Replaces the fields that are sent and removes those that are sent as null. */
export async function changeContent(
  request: ContentRequest,
  target: ContentTarget,
  change: Readonly<Record<string, unknown>>,
): Promise<ContentItem> {
  return writeContent(request, async (write) => {
    const { item, app } = await openForChange(write, { ...target, action: 'edit', as: request.as });
    const merged = { ...(JSON.parse(item.draft) as object), ...change };
    const content = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    refuseOtherWorkspace(request.as, target.kind, content);
    return editIn(write, item, {
      action: 'change',
      content,
      access: await dataAccessOf(write.transaction, write.tenantId, app, request.as),
    });
  });
}

/** Makes a version the working copy again; viewers see it once it is published. */
export async function restoreVersion(
  request: ContentRequest,
  target: ContentTarget,
  version: number,
): Promise<ContentItem> {
  return writeContent(request, async (write) => {
    const { transaction, tenantId } = write;
    const { item, app } = await openForChange(write, { ...target, action: 'edit', as: request.as });
    const found = await findRevision(transaction, tenantId, item, { version });
    if (!found) throw new AppError('NOT_FOUND', { message: `Version ${version} does not exist.` });
    const content = JSON.parse(found.content);
    refuseOtherWorkspace(request.as, target.kind, content);
    return editIn(write, item, {
      action: 'restore',
      comment: `Restored version ${version}.`,
      content,
      access: await dataAccessOf(transaction, tenantId, app, request.as),
    });
  });
}

export interface ContentEdit {
  readonly action: 'change' | 'restore' | 'import' | 'reset';
  readonly comment?: string;
  readonly content: unknown;
  /** Data that the writer may use in new parts. */
  readonly access: DataAccess;
}

/** Writes a new working copy of an item that `openForChange` returned; the same content changes nothing. */
export async function editIn(
  write: ContentWrite,
  item: ContentItem,
  { action, comment, content: value, access }: ContentEdit,
): Promise<ContentItem> {
  const { transaction, tenantId } = write;
  const { kind, id } = item;
  const checked = checkContent(kind, value);
  if (checked.problems) throw fieldsInvalid(checked.problems);
  const { content } = checked;
  const before = JSON.parse(item.draft) as ContentByKind[ContentKind];
  if (isDeepStrictEqual(before, content)) return item;
  refuseInaccessibleData(kind, content, access, before);
  // A restored version was written when its names existed; they are checked when it is published.
  if (action === 'change' || action === 'import')
    await refuseUnknownNames(transaction, tenantId, { kind, appId: item.app_id, content, before, access });
  await checkReferences(transaction, tenantId, { kind, appId: item.app_id, content });
  await refuseUnreachedTiles(transaction, tenantId, { appId: item.app_id, content, before });
  const change = isManaged(kind)
    ? ({ state: 'published', viewers: 'publish', content } as const)
    : { state: isPublishedAs(item, content) ? ('published' as const) : ('draft' as const), content };
  const updated = await updateItem(write, item, { ...change, action, comment });
  if (!updated) throw await staleContent(transaction, tenantId, item, item.revision);
  await recordChange(write, {
    action: `${kind}.${action}`,
    target: id,
    details: {
      app: item.app_id,
      revision: updated.revision,
      changed: diffContent(before, content)
        .slice(0, 50)
        .map(({ path }) => path),
    },
  });
  return updated;
}

function isPublishedAs(item: ContentItem, content: unknown): boolean {
  return item.published !== null && isDeepStrictEqual(JSON.parse(item.published), content);
}
