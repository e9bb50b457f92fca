import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ContentCaller } from '../../platform/identity/permissions.ts';
import type { Queries } from '../../platform/store/store.ts';
import { dataAccessOf } from './accessible-data.ts';
import { type ContentWrite, FULL_ACCESS } from './content-request.ts';
import { findItem } from './items.ts';
import { type ContentAddress, openForChange } from './open-content.ts';
import { applyTransition } from './transition-content.ts';

/** A kind of file in an app's folder, listed in `folderKinds`. */
export interface FolderKind {
  readonly kind: string;
  /** Its subfolder; the app itself is one file at the top. */
  readonly folder: string | undefined;
  /** Viewers add these at any time, so files missing from the folder are not a difference. */
  readonly belongsToViewers?: boolean;
  readonly schema: object;
  /** The items of the app, by id, as files contain them. */
  list(queries: Queries, tenantId: TenantId, appId: string): Promise<ReadonlyMap<string, unknown>>;
  check(value: unknown): readonly FieldProblem[];
  /** Creates it, or changes it if it differs. */
  write(write: FolderWrite, file: FolderEntry): Promise<void>;
  /** Absent for kinds whose changes are published at once. */
  publish?(write: FolderWrite, file: FolderEntry): Promise<void>;
}

export interface FolderWrite extends ContentWrite {
  readonly as: ContentCaller;
}

export interface FolderEntry {
  readonly appId: string;
  readonly id: string;
  readonly value: unknown;
}

/** Publishes an imported item unless it is already published. */
export async function publishEntry(write: FolderWrite, address: ContentAddress): Promise<void> {
  const { transaction, tenantId, as } = write;
  const found = await findItem(transaction, tenantId, address.kind, address.id);
  if (found?.state === 'published') return;
  const { item, app } = await openForChange(write, {
    ...address,
    action: 'publish',
    as: FULL_ACCESS,
    ifMatch: 'any',
  });
  const access = await dataAccessOf(transaction, tenantId, app, as);
  await applyTransition(write, item, { transition: 'publish', access });
}
