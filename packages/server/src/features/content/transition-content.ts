import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import { dataAccessOf, refuseInaccessibleDraft } from './accessible-data.ts';
import type { Writer } from './change-content.ts';
import { refuseUnknownData } from './check-data.ts';
import { refuseUnpublishedParts } from './check-references.ts';
import type { ContentActing } from './content-caller.ts';
import { dependentsOf } from './content-dependents.ts';
import type { ContentItem } from './items.ts';
import { type ContentAddress, isManaged, openForChange, staleContent } from './open-content.ts';
import { namesOf } from './remove-content.ts';
import { type ItemChange, updateItem } from './write-items.ts';

export type ContentTransition = 'submit' | 'publish' | 'return' | 'archive' | 'unarchive';

/** Takes content from one state to another. */
export async function transitionContent(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  address: ContentAddress,
  move: ContentTransition,
  { comment, ifMatch }: { readonly comment?: string | undefined; readonly ifMatch: IfMatch },
  acting: ContentActing,
): Promise<ContentItem> {
  return store.write(async (transaction) => {
    const { item, app } = await openForChange(transaction, tenantId, address, move, acting.as, ifMatch);
    const access = await dataAccessOf(transaction, tenantId, app, acting.as);
    return applyTransition(
      transaction,
      tenantId,
      item,
      move,
      { comment, at: clock() },
      { ...acting, access },
    );
  });
}

/** The move itself, of an item that `openForChange` answered. */
export async function applyTransition(
  transaction: Queries,
  tenantId: TenantId,
  item: ContentItem,
  move: ContentTransition,
  { comment, at }: { readonly comment?: string | undefined; readonly at: number },
  acting: Writer,
): Promise<ContentItem> {
  if (move === 'submit' || move === 'publish') refuseInaccessibleDraft(item, acting.access);
  if (move === 'publish') {
    await refuseUnpublishedParts(transaction, tenantId, item);
    await refuseUnknownData(transaction, tenantId, item, at);
  }
  if (move === 'archive') await refuseShown(transaction, tenantId, item);
  const step = { action: move, author: acting.actor, at, comment };
  const updated = await updateItem(transaction, tenantId, item, changeFor(move, item), step);
  if (!updated) throw await staleContent(transaction, tenantId, item, item.revision);
  await recordEvent(transaction, tenantId, at, acting.caller, {
    action: `${item.kind}.${move}`,
    actor: acting.actor,
    target: item.id,
    reason: comment ?? null,
    details: {
      app: item.app_id,
      revision: updated.revision,
      ...(move === 'publish' ? { version: updated.published_version } : {}),
    },
  });
  return updated;
}

function changeFor(move: ContentTransition, { kind }: ContentItem): ItemChange {
  switch (move) {
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

/** A tile that is part of something would leave a hole; an embed of it simply shows nothing any more. */
async function refuseShown(transaction: Queries, tenantId: TenantId, item: ContentItem): Promise<void> {
  if (item.kind === 'app') return;
  const users = await dependentsOf(transaction, tenantId, item.kind, item.id);
  const showing = users.filter(({ kind }) => kind !== 'embed');
  if (showing.length === 0) return;
  throw new AppError('CONFLICT', {
    message: `It is used by ${namesOf(showing)}. Take it out there first.`,
    details: { usedBy: showing.map(({ kind, id }) => ({ kind, id })) },
  });
}
