import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';
import { dataAccessOf } from './accessible-data.ts';
import { type ContentActing, EVERYTHING } from './content-caller.ts';
import { findItem } from './items.ts';
import { type ContentAddress, openForChange } from './open-content.ts';
import { applyTransition } from './transition-content.ts';

/** One kind of file in the folder of an app. Another kind joins by being listed in `folderKinds`. */
export interface FolderKind {
  readonly kind: string;
  /** Where its files lie; the app itself is one file at the top. */
  readonly folder: string | undefined;
  /** Viewers add to it at any time: a folder without it does not differ from the app. */
  readonly belongsToViewers?: boolean;
  readonly schema: object;
  /** What the app has of this kind, by identifier, as files hold it. */
  list(queries: Queries, tenantId: TenantId, appId: string): Promise<ReadonlyMap<string, unknown>>;
  check(value: unknown): readonly FieldProblem[];
  /** Creates it, or changes it where it differs. */
  write(transaction: Queries, tenantId: TenantId, file: FolderEntry, how: FolderWrite): Promise<void>;
  /** Absent where a change is what viewers see at once. */
  publish?(transaction: Queries, tenantId: TenantId, file: FolderEntry, how: FolderWrite): Promise<void>;
}

export interface FolderWrite {
  readonly acting: ContentActing;
  readonly at: number;
}

export interface FolderEntry {
  readonly appId: string;
  readonly id: string;
  readonly value: unknown;
}

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
  const access = await dataAccessOf(transaction, tenantId, app, acting.as);
  await applyTransition(transaction, tenantId, item, 'publish', { at }, { ...acting, access });
}
