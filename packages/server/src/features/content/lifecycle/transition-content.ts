import type { DashboardContent } from '@inlay/content/dashboard';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { isManaged } from '../../../platform/identity/permissions.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { refuseBrokenLinks } from '../checks/check-click.ts';
import { refuseUnknownData } from '../checks/check-data.ts';
import { refuseUnpublishedParts } from '../checks/check-references.ts';
import { dependentsOf } from '../store/content-dependents.ts';
import {
  type ContentRequest,
  type ContentWrite,
  recordChange,
  writeContent,
} from '../store/content-request.ts';
import type { ContentItem } from '../store/items.ts';
import { type ContentTarget, openForChange, staleContent } from '../store/open-content.ts';
import { type ItemChange, updateItem } from '../store/write-items.ts';
import { type DataAccess, dataAccessOf, refuseInaccessibleDraft } from '../visibility/accessible-data.ts';
import { refuseInUse } from './remove-content.ts';

export type ContentTransition = 'submit' | 'publish' | 'return' | 'archive' | 'unarchive';

/** Moves content from one state to another. */
export async function transitionContent(
  request: ContentRequest,
  target: ContentTarget,
  { transition, comment }: Pick<TransitionRequest, 'transition' | 'comment'>,
): Promise<ContentItem> {
  return writeContent(request, async (write) => {
    const { item, app } = await openForChange(write, { ...target, action: transition, as: request.as });
    const access = await dataAccessOf(write.transaction, write.tenantId, app, request.as);
    return applyTransition(write, item, { transition, comment, access });
  });
}

export interface TransitionRequest {
  readonly transition: ContentTransition;
  readonly comment?: string | undefined;
  /** Data that may be submitted or published. */
  readonly access: DataAccess;
  /** Replaces the working copy in the same step. */
  readonly content?: DashboardContent | undefined;
}

/** Transitions an item that `openForChange` returned. */
export async function applyTransition(
  write: ContentWrite,
  item: ContentItem,
  { transition, comment, access, content }: TransitionRequest,
): Promise<ContentItem> {
  const { transaction, tenantId } = write;
  if (transition === 'submit') refuseInaccessibleDraft(item, access);
  if (transition === 'publish') await refuseUnpublishable(write, item, { access, together: [] });
  if (transition === 'archive') await refuseIfUsed(transaction, tenantId, item);
  return writeTransition(write, item, { transition, comment, content });
}

interface Publication {
  readonly access: DataAccess;
  /** What is published in the same transaction. */
  readonly together: readonly ContentItem[];
}

/** Every reason not to publish an item that may be published by its state. */
export async function refuseUnpublishable(
  { transaction, tenantId, at }: ContentWrite,
  item: ContentItem,
  { access, together }: Publication,
): Promise<void> {
  refuseInaccessibleDraft(item, access);
  await refuseUnpublishedParts(transaction, tenantId, item, together);
  await refuseBrokenLinks(transaction, tenantId, item);
  await refuseUnknownData(transaction, tenantId, item, at);
}

/** Writes a transition that nothing speaks against. */
export async function writeTransition(
  write: ContentWrite,
  item: ContentItem,
  { transition, comment, content }: Omit<TransitionRequest, 'access'>,
): Promise<ContentItem> {
  const { transaction, tenantId } = write;
  const updated = await updateItem(write, item, {
    ...changeFor(transition, item),
    ...(content && { content }),
    action: transition,
    comment,
  });
  if (!updated) throw await staleContent(transaction, tenantId, item, item.revision);
  await recordChange(write, {
    action: `${item.kind}.${transition}`,
    target: item.id,
    reason: comment ?? null,
    details: {
      app: item.app_id,
      revision: updated.revision,
      ...(transition === 'publish' ? { version: updated.published_version } : {}),
    },
  });
  return updated;
}

function changeFor(
  transition: ContentTransition,
  { kind }: ContentItem,
): Pick<ItemChange, 'state' | 'viewers'> {
  switch (transition) {
    case 'submit':
      return { state: 'in-review' };
    case 'publish':
      return { state: 'published', viewers: 'publish' };
    case 'return':
      return { state: 'draft' };
    case 'archive':
      return { state: 'archived', viewers: 'withdraw' };
    case 'unarchive':
      return isManaged(kind) ? { state: 'published', viewers: 'publish' } : { state: 'draft' };
  }
}

/** Refuses to archive a tile that a story or dashboard uses. An embed of it just shows nothing. */
async function refuseIfUsed(transaction: Queries, tenantId: TenantId, item: ContentItem): Promise<void> {
  if (item.kind === 'app') return;
  const users = await dependentsOf(transaction, tenantId, item.kind, item.id);
  refuseInUse(users.filter(({ kind }) => kind !== 'embed'));
}
