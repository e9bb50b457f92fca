import { AppError } from '../../../platform/errors.ts';
import { dependentsOf } from '../store/content-dependents.ts';
import {
  type ContentRequest,
  type ContentWrite,
  recordChange,
  writeContent,
} from '../store/content-request.ts';
import { type ContentItem, itemsOfApp } from '../store/items.ts';
import { nameContent, namesOf } from '../store/name-content.ts';
import { type ContentTarget, openForChange, staleContent } from '../store/open-content.ts';
import { deleteItem } from '../store/write-items.ts';

/** Deletes content and its history. Refused, with names, while something else uses it. */
export async function removeContent(request: ContentRequest, target: ContentTarget): Promise<void> {
  await writeContent(request, async (write) => {
    const { item } = await openForChange(write, { ...target, action: 'delete', as: request.as });
    await removeIn(write, item);
  });
}

/** Deletes an item that the caller may delete. Viewers are not told what uses it: they may not see that. */
export async function removeIn(
  write: ContentWrite,
  item: ContentItem,
  by: 'author' | 'viewer' = 'author',
): Promise<void> {
  const { transaction, tenantId } = write;
  const isApp = item.kind === 'app';
  const users = isApp
    ? (await itemsOfApp(transaction, tenantId, item.id, 'all')).filter(({ kind }) => kind !== 'app')
    : await dependentsOf(transaction, tenantId, item.kind, item.id);
  if (by === 'viewer' && users.length > 0)
    throw new AppError('CONFLICT', {
      message: `Other content uses this ${item.kind}, so it cannot be deleted.`,
    });
  refuseInUse(users, isApp ? CONTAINS : USED_BY);
  if (!(await deleteItem(transaction, tenantId, item))) {
    throw await staleContent(transaction, tenantId, item, item.revision);
  }
  await recordChange(write, {
    action: `${item.kind}.delete`,
    target: item.id,
    details: { app: item.app_id },
  });
}

type User = Parameters<typeof nameContent>[0];

const CONTAINS = { verb: 'still contains', remedy: 'Delete that content first.' };
const USED_BY = { verb: 'is used by', remedy: 'Remove it there first.' };

export function refuseInUse(users: readonly User[], { verb, remedy } = USED_BY): void {
  if (users.length === 0) return;
  throw new AppError('CONFLICT', {
    message: `This ${verb} ${namesOf(users)}. ${remedy}`,
    details: { usedBy: users.slice(0, 100).map(nameContent) },
  });
}
