import { isDeepStrictEqual } from 'node:util';
import type { ContentByKind, ContentKind } from '@inlay/protocol/content';
import { diffContent } from '@inlay/protocol/diff-content';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, fieldsInvalid } from '../../platform/errors.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import { type DataAccess, dataAccessOf, refuseInaccessibleData } from './accessible-data.ts';
import { checkContent } from './check-content.ts';
import { checkReferences, refuseForeignFilterTiles } from './check-references.ts';
import type { ContentActing } from './content-caller.ts';
import type { ContentItem } from './items.ts';
import { type ContentAddress, isManaged, openForChange, staleContent } from './open-content.ts';
import { findRevision } from './revisions.ts';
import { updateItem } from './write-items.ts';

type ContentServices = Pick<Services, 'store' | 'clock'>;

/** Replaces the fields that are sent, and removes those that are sent as null. */
export async function changeContent(
  { store, clock }: ContentServices,
  tenantId: TenantId,
  address: ContentAddress,
  change: Readonly<Record<string, unknown>>,
  ifMatch: IfMatch,
  acting: ContentActing,
): Promise<ContentItem> {
  return store.write(async (transaction) => {
    const { item, app } = await openForChange(transaction, tenantId, address, 'edit', acting.as, ifMatch);
    const merged = { ...(JSON.parse(item.draft) as object), ...change };
    const kept = Object.entries(merged).filter(([, value]) => value !== null);
    return editIn(
      transaction,
      tenantId,
      item,
      Object.fromEntries(kept),
      { action: 'change', at: clock() },
      { ...acting, access: await dataAccessOf(transaction, tenantId, app, acting.as) },
    );
  });
}

/** Makes a version the working copy again. What viewers see stays until that is published. */
export async function restoreVersion(
  { store, clock }: ContentServices,
  tenantId: TenantId,
  address: ContentAddress,
  version: number,
  ifMatch: IfMatch,
  acting: ContentActing,
): Promise<ContentItem> {
  return store.write(async (transaction) => {
    const { item, app } = await openForChange(transaction, tenantId, address, 'edit', acting.as, ifMatch);
    const found = await findRevision(transaction, tenantId, item, { version });
    if (!found) throw new AppError('NOT_FOUND', { message: `There is no version ${version} of it.` });
    const step = { action: 'restore', at: clock(), comment: `Version ${version} restored.` };
    const access = await dataAccessOf(transaction, tenantId, app, acting.as);
    return editIn(transaction, tenantId, item, JSON.parse(found.content), step, { ...acting, access });
  });
}

/** Who writes, and what they may build from. */
export type Writer = Pick<ContentActing, 'actor' | 'caller'> & { readonly access: DataAccess };

/** Writes a new working copy of an item that `openForChange` answered; one that is the same changes nothing. */
export async function editIn(
  transaction: Queries,
  tenantId: TenantId,
  item: ContentItem,
  value: unknown,
  step: { readonly action: string; readonly at: number; readonly comment?: string },
  acting: Writer,
): Promise<ContentItem> {
  const { kind, id } = item;
  const checked = checkContent(kind, value);
  if (checked.problems) throw fieldsInvalid(checked.problems);
  const { content } = checked;
  const before = JSON.parse(item.draft) as ContentByKind[ContentKind];
  if (isDeepStrictEqual(before, content)) return item;
  refuseInaccessibleData(kind, content, acting.access, before);
  await checkReferences(transaction, tenantId, item.app_id, kind, content);
  await refuseForeignFilterTiles(transaction, tenantId, content, before);
  const change = isManaged(kind)
    ? ({ state: 'published', viewers: 'publish', content } as const)
    : { state: isPublishedAs(item, content) ? ('published' as const) : ('draft' as const), content };
  const updated = await updateItem(transaction, tenantId, item, change, { ...step, author: acting.actor });
  if (!updated) throw await staleContent(transaction, tenantId, item, item.revision);
  await recordEvent(transaction, tenantId, step.at, acting.caller, {
    action: `${kind}.${step.action}`,
    actor: acting.actor,
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
