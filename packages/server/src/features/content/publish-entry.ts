import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';
import { EVERYTHING } from './content-caller.ts';
import type { FolderWrite } from './folder-kind.ts';
import { findItem } from './items.ts';
import { moveIn } from './move-content.ts';
import { type ContentAddress, openForChange } from './open-content.ts';
import { usableData } from './usable-data.ts';

/** Publishes what an import wrote, unless it is published already. */
export async function publishEntry(
  transaction: Queries,
  tenantId: TenantId,
  address: ContentAddress,
  { acting, at }: FolderWrite,
): Promise<void> {
  const found = await findItem(transaction, tenantId, address.kind, address.id);
  if (found?.state === 'published') return;
  const { item, app } = await openForChange(transaction, tenantId, address, 'publish', EVERYTHING, 'any');
  const usable = await usableData(transaction, tenantId, app, acting.as);
  await moveIn(transaction, tenantId, item, 'publish', { at }, { ...acting, usable });
}
