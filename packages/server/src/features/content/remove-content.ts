import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import type { ContentActing } from './content-caller.ts';
import { dependentsOf } from './content-dependents.ts';
import { type ContentItem, itemsOfApp } from './items.ts';
import { type ContentAddress, openForChange, staleContent } from './open-content.ts';
import { deleteItem } from './write-items.ts';

/** Deletes content and its history for good. What something else relies on stays, and the refusal names it. */
export async function removeContent(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  address: ContentAddress,
  ifMatch: IfMatch,
  acting: ContentActing,
): Promise<void> {
  await store.write(async (transaction) => {
    const { item } = await openForChange(transaction, tenantId, address, 'delete', acting.as, ifMatch);
    await removeIn(transaction, tenantId, item, acting, clock());
  });
}

/** The deletion itself, of an item that somebody let the caller delete. */
export async function removeIn(
  transaction: Queries,
  tenantId: TenantId,
  item: ContentItem,
  { actor, caller }: Pick<ContentActing, 'actor' | 'caller'>,
  at: number,
): Promise<void> {
  const isApp = item.kind === 'app';
  refuseInUse(
    isApp
      ? (await itemsOfApp(transaction, tenantId, item.id, 'all')).filter(({ kind }) => kind !== 'app')
      : await dependentsOf(transaction, tenantId, item.kind, item.id),
    isApp ? 'still holds' : 'is used by',
  );
  if (!(await deleteItem(transaction, tenantId, item))) {
    throw await staleContent(transaction, tenantId, item, item.revision);
  }
  await recordEvent(transaction, tenantId, at, caller, {
    action: `${item.kind}.delete`,
    actor,
    target: item.id,
    details: { app: item.app_id },
  });
}

type Named = Pick<ContentItem, 'kind' | 'id'>;

export function refuseInUse(users: readonly Named[], verb = 'is used by'): void {
  if (users.length === 0) return;
  throw new AppError('CONFLICT', {
    message: `It ${verb} ${namesOf(users)}.`,
    details: { usedBy: users.map(({ kind, id }) => ({ kind, id })) },
  });
}

/** `dashboard 'sales' and 3 more`: enough to know where to go. */
export function namesOf(items: readonly Named[]): string {
  const shown = items.slice(0, 5).map(({ kind, id }) => `${kind} '${id}'`);
  return items.length > 5 ? `${shown.join(', ')} and ${items.length - 5} more` : shown.join(', ');
}
