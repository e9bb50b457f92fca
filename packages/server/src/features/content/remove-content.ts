import { AppError } from '../../platform/errors.ts';
import { dependentsOf } from './content-dependents.ts';
import { type ContentRequest, type ContentWrite, recordChange, writeContent } from './content-request.ts';
import { type ContentItem, itemsOfApp } from './items.ts';
import { type ContentTarget, openForChange, staleContent } from './open-content.ts';
import { deleteItem } from './write-items.ts';

/** Deletes content and its history. Refused, with names, while something else uses it. */
export async function removeContent(request: ContentRequest, target: ContentTarget): Promise<void> {
  await writeContent(request, async (write) => {
    const { item } = await openForChange(write, { ...target, action: 'delete', as: request.as });
    await removeIn(write, item);
  });
}

/** Deletes an item that the caller may delete. */
export async function removeIn(write: ContentWrite, item: ContentItem): Promise<void> {
  const { transaction, tenantId } = write;
  const isApp = item.kind === 'app';
  refuseInUse(
    isApp
      ? (await itemsOfApp(transaction, tenantId, item.id, 'all')).filter(({ kind }) => kind !== 'app')
      : await dependentsOf(transaction, tenantId, item.kind, item.id),
    isApp ? CONTAINS : USED_BY,
  );
  if (!(await deleteItem(transaction, tenantId, item))) {
    throw await staleContent(transaction, tenantId, item, item.revision);
  }
  await recordChange(write, {
    action: `${item.kind}.delete`,
    target: item.id,
    details: { app: item.app_id },
  });
}

type Named = Pick<ContentItem, 'kind' | 'id'>;

const CONTAINS = { verb: 'still contains', remedy: 'Delete that content first.' };
const USED_BY = { verb: 'is used by', remedy: 'Remove it there first.' };

export function refuseInUse(users: readonly Named[], { verb, remedy } = USED_BY): void {
  if (users.length === 0) return;
  throw new AppError('CONFLICT', {
    message: `This ${verb} ${namesOf(users)}. ${remedy}`,
    details: { usedBy: users.map(({ kind, id }) => ({ kind, id })) },
  });
}

/** For error messages: `dashboard 'sales' and 3 more`. */
export function namesOf(items: readonly Named[]): string {
  const names = items.slice(0, 5).map(({ kind, id }) => `${kind} '${id}'`);
  return items.length > 5 ? `${names.join(', ')} and ${items.length - 5} more` : names.join(', ');
}
